// Runs folds on the array of systolic_array.sv, checks every sum, and prints when each fold was done.
//
//     run_folds ROWS COLUMNS SEED ROWS_1 WEIGHTS_1 ROWS_2 WEIGHTS_2 ...
//
// prints a line per fold: the cycle at whose end its last sum is there. Time begins with the first weight.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "Vtop.h"
#include "verilated.h"

namespace {

struct Fold {
    int rows, weight_rows;
    std::vector<std::vector<int8_t>> activations, weights;  // rows x ROWS, ROWS x COLUMNS: 0 where there are none
};

std::vector<std::vector<int8_t>> random_matrix(int rows, int columns, int used_rows, int used_columns,
                                               std::mt19937& random) {
    std::vector<std::vector<int8_t>> matrix(rows, std::vector<int8_t>(columns, 0));
    for (int r = 0; r < used_rows; ++r)
        for (int c = 0; c < used_columns; ++c) matrix[r][c] = static_cast<int8_t>(random() & 0xff);
    return matrix;
}

int32_t expected(const Fold& fold, int row, int column) {
    int32_t sum = 0;
    for (int k = 0; k < fold.weight_rows; ++k) sum += fold.activations[row][k] * fold.weights[k][column];
    return sum;
}

}  // namespace

int main(int count, char** words) {
    const int rows = std::atoi(words[1]), columns = std::atoi(words[2]);
    std::mt19937 random(static_cast<unsigned>(std::atoi(words[3])));
    std::vector<Fold> folds;
    for (int i = 4; i + 1 < count; i += 2) {
        const int streamed = std::atoi(words[i]), used = std::atoi(words[i + 1]);
        folds.push_back({streamed, used, random_matrix(streamed, rows, streamed, used, random),
                         random_matrix(rows, columns, used, columns, random)});
    }

    VerilatedContext context;
    Vtop top(&context);
    top.reset = 1;
    top.clock = 0;
    top.eval();
    top.clock = 1;
    top.eval();
    top.reset = 0;

    std::size_t loading = 0, next = 0, streaming = 0, row = 0;  // next: fold that waits; loading: whose weights move
    std::vector<std::size_t> done_fold(columns, 0), done_row(columns, 0);
    std::vector<long> ends(folds.size(), -1);
    int loaded = 0;
    bool first_swap = true;
    for (long cycle = 0; done_fold[columns - 1] < folds.size(); ++cycle) {
        if (cycle > 1000000) return std::fprintf(stderr, "no end\n"), 2;
        top.clock = 0;
        top.fold_waits = next < folds.size();
        top.fold_rows = next < folds.size() ? folds[next].rows : 0;
        top.fold_weights = next < folds.size() ? folds[next].weight_rows : 0;
        top.eval();
        if (top.load_begins) loading = next++, loaded = 0;
        if (top.load) {
            const int of_row = folds[loading].weight_rows - 1 - loaded++;
            for (int c = 0; c < columns; ++c) top.weights[c] = static_cast<uint8_t>(folds[loading].weights[of_row][c]);
        }
        if (top.swap) {
            streaming = first_swap ? 0 : streaming + 1;
            first_swap = false;
            row = 0;
        }
        for (int r = 0; r < rows; ++r)
            top.activations[r] = top.stream ? static_cast<uint8_t>(folds[streaming].activations[row][r]) : 0;
        if (top.stream) ++row;
        top.eval();
        top.clock = 1;
        top.eval();
        for (int c = 0; c < columns; ++c) {
            if (!(top.sums_valid >> c & 1)) continue;
            const Fold& fold = folds[done_fold[c]];
            if (static_cast<int32_t>(top.sums[c]) != expected(fold, static_cast<int>(done_row[c]), c))
                return std::fprintf(stderr, "fold %zu, row %zu, column %d: wrong sum\n", done_fold[c], done_row[c], c),
                       3;
            if (c == columns - 1) ends[done_fold[c]] = cycle + 1;
            if (++done_row[c] == static_cast<std::size_t>(fold.rows)) done_row[c] = 0, ++done_fold[c];
        }
    }
    for (const long end : ends) std::printf("%ld\n", end);
}
