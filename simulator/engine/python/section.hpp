// Reading a configuration dict: every error names the key.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <string>

#include "../model/error.hpp"
#include "../model/names.hpp"

namespace npusim::python {

namespace nb = nanobind;

[[noreturn]] inline void refuse(const std::string& what) { throw EngineError("engine configuration: " + what); }

// Reads the keys of one dict; finish() raises EngineError for unread keys.
class Section {
public:
    Section(const nb::handle& source, std::string name) : name_(std::move(name)) {
        if (!nb::isinstance<nb::dict>(source)) refuse((name_.empty() ? "it" : name_) + " must be a dict");
        values_ = nb::cast<nb::dict>(source);
    }

    bool has(const char* key) {
        known_.insert(key);
        return values_.contains(key);
    }

    nb::object get(const char* key) {
        if (!has(key)) refuse("the key " + path(key) + " is missing");
        return nanobind::object(values_[key]);
    }

    std::int64_t integer(const char* key) { return as_integer(get(key), key, 1); }
    std::int64_t integer(const char* key, std::int64_t otherwise) { return has(key) ? integer(key) : otherwise; }

    // `value * scale`, which must be a whole number.
    std::int64_t scaled(const char* key, std::int64_t scale) { return as_integer(get(key), key, scale); }

    std::string text(const char* key) {
        const nb::object value = get(key);
        if (!nb::isinstance<nb::str>(value)) refuse(path(key) + " must be a string");
        return nb::cast<std::string>(value);
    }
    std::string text(const char* key, const std::string& otherwise) { return has(key) ? text(key) : otherwise; }

    bool flag(const char* key, bool otherwise) {
        if (!has(key)) return otherwise;
        const nb::object value = get(key);
        if (!nb::isinstance<nb::bool_>(value)) refuse(path(key) + " must be true or false");
        return nb::cast<bool>(value);
    }

    std::string path(const std::string& key) const { return name_.empty() ? key : name_ + "." + key; }

    void finish() const {
        for (const auto& [key, value] : values_) {
            const std::string name = nb::cast<std::string>(nb::str(key));
            if (known_.count(name) == 0) refuse("there is no key " + path(name) + "; the keys are: " + known());
        }
    }

private:
    std::string known() const {
        std::string names;
        for (const std::string& name : known_) append_name(names, path(name));
        return names;
    }

    std::int64_t as_integer(const nb::object& value, const char* key, std::int64_t scale) const {
        if (nb::isinstance<nb::bool_>(value) || !(nb::isinstance<nb::int_>(value) || nb::isinstance<nb::float_>(value)))
            refuse(path(key) + " must be a number");
        const double number = nb::cast<double>(value) * static_cast<double>(scale);
        if (!(std::abs(number) < 9e15)) refuse(path(key) + " is too large");
        const double whole = std::round(number);
        if (std::abs(number - whole) > 1e-6 * std::max(1.0, std::abs(number)))
            refuse(path(key) + " times " + std::to_string(scale) + " must be a whole number, not " +
                   std::to_string(number));
        return static_cast<std::int64_t>(whole);
    }

    nb::dict values_;
    std::string name_;
    std::set<std::string> known_;
};

}  // namespace npusim::python
