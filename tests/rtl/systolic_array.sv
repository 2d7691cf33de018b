/* verilator lint_off DECLFILENAME */
// A weight-stationary systolic array with two sets of weights, as the timing engine assumes it (docs/engine.md).
//
// Activations enter at the left, row r of the array r cycles after row 0, and move to the right. Sums begin at the top
// and move down. While one set of weights is multiplied with, the other is filled: weights enter at the top of every
// column, the one for the deepest row first, and move down one row a cycle; column c is c cycles behind column 0. A
// token that moves with the activations makes each element change to the other set when it passes.

module processing_element (
    input  logic               clock,
    input  logic signed [7:0]  activation_in,
    input  logic               swap_in,        // the second set of weights is the first from now on
    input  logic               valid_in,       // the activation is one
    input  logic signed [7:0]  weight_in,      // from the element above
    input  logic               shift,          // take it
    input  logic signed [31:0] sum_in,
    output logic signed [7:0]  activation_out,
    output logic               swap_out,
    output logic               valid_out,
    output logic signed [7:0]  weight_out,
    output logic               shifted,
    output logic signed [31:0] sum_out
);
    logic signed [7:0] held, weight;

    assign weight = swap_in ? weight_out : held;

    always_ff @(posedge clock) begin
        held           <= weight;
        activation_out <= activation_in;
        swap_out       <= swap_in;
        valid_out      <= valid_in;
        sum_out        <= sum_in + activation_in * weight;
        shifted        <= shift;
        if (shift) weight_out <= weight_in;
    end
endmodule


// Delays a signal by a number of cycles.
module delay #(parameter int WIDTH = 1, parameter int CYCLES = 0) (
    /* verilator lint_off UNUSEDSIGNAL */
    input  logic             clock,
    /* verilator lint_on UNUSEDSIGNAL */
    input  logic [WIDTH-1:0] in,
    output logic [WIDTH-1:0] out
);
    if (CYCLES == 0) begin : g_wire
        assign out = in;
    end else begin : g_registers
        logic [WIDTH-1:0] stage[CYCLES];
        always_ff @(posedge clock) begin
            stage[0] <= in;
            for (int i = 1; i < CYCLES; ++i) stage[i] <= stage[i-1];
        end
        assign out = stage[CYCLES-1];
    end
endmodule


// Takes a row of activations and a row of weights per cycle, and delays what later rows and columns get.
module systolic_array #(parameter int ROWS = 4, parameter int COLUMNS = 4) (
    input  logic                       clock,
    input  logic signed [7:0]          activations[ROWS],
    input  logic                       swap,
    input  logic                       valid,
    input  logic signed [7:0]          weights[COLUMNS],
    input  logic                       load,        // weights move
    input  logic                       load_begins, // the first of them
    output logic signed [31:0]         sums[COLUMNS],
    output logic [COLUMNS-1:0]         sums_valid
);
    logic signed [7:0]  across[ROWS][COLUMNS+1];
    logic               swaps[ROWS][COLUMNS+1];
    logic               valids[ROWS][COLUMNS+1];
    logic signed [7:0]  down[ROWS+1][COLUMNS];
    logic               shifted[ROWS+1][COLUMNS];
    logic signed [31:0] partial[ROWS+1][COLUMNS];

    for (genvar r = 0; r < ROWS; ++r) begin : g_left
        logic [9:0] entering;
        delay #(.WIDTH(10), .CYCLES(r)) skew (
            .clock(clock),
            .in({swap, valid, activations[r]}),
            .out(entering)
        );
        assign swaps[r][0] = entering[9];
        assign valids[r][0] = entering[8];
        assign across[r][0] = entering[7:0];
    end

    for (genvar c = 0; c < COLUMNS; ++c) begin : g_column
        logic [9:0] entering;
        logic moving, begins;
        delay #(.WIDTH(10), .CYCLES(c)) skew (
            .clock(clock),
            .in({load, load_begins, weights[c]}),
            .out(entering)
        );
        assign moving = entering[9];
        assign begins = entering[8];
        assign down[0][c] = entering[7:0];
        assign partial[0][c] = 32'sd0;
        assign shifted[0][c] = 1'b1;
        for (genvar r = 0; r < ROWS; ++r) begin : g_row
            processing_element element (
                .clock(clock),
                .activation_in(across[r][c]),
                .swap_in(swaps[r][c]),
                .valid_in(valids[r][c]),
                .weight_in(down[r][c]),
                .shift(moving && (begins ? r == 0 : shifted[r][c])),
                .sum_in(partial[r][c]),
                .activation_out(across[r][c+1]),
                .swap_out(swaps[r][c+1]),
                .valid_out(valids[r][c+1]),
                .weight_out(down[r+1][c]),
                .shifted(shifted[r+1][c]),
                .sum_out(partial[r+1][c])
            );
        end
        assign sums[c] = partial[ROWS][c];
        assign sums_valid[c] = valids[ROWS-1][c+1];
    end
endmodule


// Runs folds one after the other: a fold's weights are loaded as soon as the second set is free, its rows stream as soon
// as they are there and the rows of the fold before have entered. STALL cycles pass when the arrays change their weights.
module fold_sequencer #(parameter int STALL = 0) (
    input  logic        clock,
    input  logic        reset,
    input  logic        fold_waits,
    input  logic [15:0] fold_rows,     // rows that stream past the weights
    input  logic [15:0] fold_weights,  // rows of weights
    output logic        load,
    output logic        load_begins,   // takes the fold that waits
    output logic        swap,
    output logic        stream
);
    logic        loaded;
    logic [15:0] weights_left, rows_loaded, stall_left, rows_left;

    assign swap        = loaded && stall_left == 0 && rows_left == 0;
    assign load_begins = fold_waits && weights_left == 0 && (!loaded || swap);
    assign load        = load_begins || weights_left != 0;
    assign stream      = swap ? STALL == 0 : stall_left == 0 && rows_left != 0;

    always_ff @(posedge clock) begin
        if (load_begins) begin
            weights_left <= fold_weights - 1;
            rows_loaded  <= fold_rows;
        end else if (weights_left != 0) begin
            weights_left <= weights_left - 1;
        end
        if (load_begins) loaded <= fold_weights == 1;
        else if (weights_left == 1) loaded <= 1;
        else if (swap) loaded <= 0;

        if (swap) begin
            stall_left <= STALL == 0 ? 16'd0 : 16'(STALL - 1);
            rows_left  <= rows_loaded - (STALL == 0 ? 16'd1 : 16'd0);
        end else if (stall_left != 0) begin
            stall_left <= stall_left - 1;
        end else if (rows_left != 0) begin
            rows_left <= rows_left - 1;
        end

        if (reset) begin
            loaded       <= 0;
            weights_left <= 0;
            rows_loaded  <= 0;
            stall_left   <= 0;
            rows_left    <= 0;
        end
    end
endmodule


module top #(parameter int ROWS = 4, parameter int COLUMNS = 4, parameter int STALL = 0) (
    input  logic               clock,
    input  logic               reset,
    input  logic               fold_waits,
    input  logic [15:0]        fold_rows,
    input  logic [15:0]        fold_weights,
    input  logic signed [7:0]  activations[ROWS],
    input  logic signed [7:0]  weights[COLUMNS],
    output logic               load,
    output logic               load_begins,
    output logic               swap,
    output logic               stream,
    output logic signed [31:0] sums[COLUMNS],
    output logic [COLUMNS-1:0] sums_valid
);
    fold_sequencer #(.STALL(STALL)) sequencer (.*);
    systolic_array #(.ROWS(ROWS), .COLUMNS(COLUMNS)) array (.valid(stream), .*);
endmodule
