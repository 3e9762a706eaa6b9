//! A small engine in float64 for the conformance kit: it shares no code with posenc.
use serde_json::Value;
use std::f64::consts::TAU;

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

pub fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().into_iter().flatten().map(number).collect()
}

/// The answer of a function; an empty list if no rotation moves the key.
pub fn call(function: &str, rule: &Value, given: &[Vec<f64>]) -> Vec<f64> {
    match function {
        "frequencies" => frequencies(rule),
        "attentionFactor" => vec![attention_factor(rule)],
        "rotate" => rotate(rule, &given[0], &given[1]),
        "move" => move_key(rule, &given[0], &given[1], &given[2]),
        "bias" => bias(rule, &given[0]),
        "ids" => ids(rule),
        _ => panic!("this engine has no function {function}"),
    }
}

fn count(value: &Value) -> usize {
    number(value) as usize
}

/// base^(-2i/width) for the pairs of that many channels.
fn powers(base: f64, width: f64) -> Vec<f64> {
    (0..(width / 2.0) as usize)
        .map(|i| base.powf(-2.0 * i as f64 / width))
        .collect()
}

fn yarn(rule: &Value, plain: &mut [f64]) {
    let s = &rule["scaling"];
    let pairs = plain.len() as f64;
    let end = |turns: &Value| {
        let rest = number(&s["originalLength"]) / (TAU * number(turns));
        pairs * rest.ln() / number(&rule["base"]).ln()
    };
    let (mut low, mut high) = (end(&s["betaFast"]), end(&s["betaSlow"]));
    if s["truncate"] == true {
        (low, high) = (low.floor(), high.ceil());
    }
    (low, high) = (low.max(0.0), high.min(2.0 * pairs - 1.0));
    for (i, frequency) in plain.iter_mut().enumerate() {
        let stretched = ((i as f64 - low) / (high - low).max(0.001)).clamp(0.0, 1.0);
        *frequency = *frequency / number(&s["factor"]) * stretched + *frequency * (1.0 - stretched);
    }
}

fn llama3(s: &Value, plain: &mut [f64]) {
    let (low, high) = (number(&s["lowFreqFactor"]), number(&s["highFreqFactor"]));
    for frequency in plain.iter_mut() {
        let turns = number(&s["originalLength"]) * *frequency / TAU;
        let kept = ((turns - low) / (high - low).max(1e-9)).clamp(0.0, 1.0);
        *frequency = *frequency / number(&s["factor"]) * (1.0 - kept) + *frequency * kept;
    }
}

/// The angle of each pair for one position.
pub fn frequencies(rule: &Value) -> Vec<f64> {
    let s = &rule["scaling"];
    let (base, width) = (number(&rule["base"]), number(&rule["rotaryDim"]));
    let [factor, original] = [&s["factor"], &s["originalLength"]].map(number);
    let current = number(&rule["currentLength"]);
    let mut plain = powers(base, width);
    if rule["restartSections"] == true {
        plain = numbers(&rule["sections"])
            .iter()
            .flat_map(|pairs| powers(base, 2.0 * pairs))
            .collect();
    }
    match s["type"].as_str() {
        Some("none") => {}
        Some("linear") => plain.iter_mut().for_each(|f| *f /= factor),
        Some("yarn") => yarn(rule, &mut plain),
        Some("llama3") => llama3(s, &mut plain),
        Some("longrope") => {
            let divisors = numbers(
                &s[if current > original {
                    "longFactor"
                } else {
                    "shortFactor"
                }],
            );
            plain
                .iter_mut()
                .zip(divisors)
                .for_each(|(f, divisor)| *f /= divisor);
        }
        Some("dynamic") => {
            let growth = factor * current.max(original) / original - (factor - 1.0);
            plain = powers(base * growth.powf(width / (width - 2.0)), width);
        }
        Some("proportional") => {
            let turning = (number(&s["partialRotaryFactor"]) * width / 2.0) as usize;
            for (i, f) in plain.iter_mut().enumerate() {
                *f = if i < turning { *f / factor } else { 0.0 };
            }
        }
        other => panic!("this engine has no rule {other:?}"),
    }
    plain
}

pub fn attention_factor(rule: &Value) -> f64 {
    let s = &rule["scaling"];
    let growth = number(&s["factor"]).ln();
    let size = |weight: &Value| 0.1 * number(weight) * growth + 1.0;
    if s["attentionFactor"] != 0 {
        number(&s["attentionFactor"])
    } else if s["type"] == "longrope" {
        (1.0 + growth / number(&s["originalLength"]).ln()).sqrt()
    } else {
        size(&s["mscale"]) / size(&s["mscaleAllDim"])
    }
}

fn turn(rule: &Value, x: &[f64], position: &[f64]) -> Vec<f64> {
    let (width, offset) = (count(&rule["rotaryDim"]), count(&rule["rotaryOffset"]));
    let axes = numbers(&rule["axisOfPair"]);
    let mut out = x.to_vec();
    for (i, rate) in frequencies(rule).iter().enumerate() {
        let (a, b) = if rule["pairing"] == "halves" {
            (i, i + width / 2)
        } else {
            (2 * i, 2 * i + 1)
        };
        let (a, b) = (a + offset, b + offset);
        let (sin, cos) = (rate * position[axes[i] as usize]).sin_cos();
        (out[a], out[b]) = (x[a] * cos - x[b] * sin, x[a] * sin + x[b] * cos);
    }
    out
}

/// The vector rotated to its position, which has a number for each axis.
pub fn rotate(rule: &Value, x: &[f64], position: &[f64]) -> Vec<f64> {
    let mut out = turn(rule, x, position);
    let offset = count(&rule["rotaryOffset"]);
    for value in &mut out[offset..offset + count(&rule["rotaryDim"])] {
        *value *= attention_factor(rule);
    }
    out
}

/// The cached key moved from one position to another; nothing if no rotation moves it.
pub fn move_key(rule: &Value, cached: &[f64], from: &[f64], to: &[f64]) -> Vec<f64> {
    let last = from.iter().chain(to).fold(0.0, |a: f64, b| a.max(*b));
    if rule["scaling"]["type"] == "dynamic" && last >= number(&rule["scaling"]["originalLength"]) {
        return vec![];
    }
    let by: Vec<f64> = to.iter().zip(from).map(|(a, b)| a - b).collect();
    turn(rule, cached, &by)
}

/// Powers of 2^(-8/n) for n heads; more heads than a power of two take every other slope of twice as many.
fn slopes(heads: usize) -> Vec<f64> {
    let whole = 1 << heads.ilog2();
    let steps = |n: usize| (1..=n).map(move |h| 2f64.powf(-8.0 * h as f64 / n as f64));
    steps(whole)
        .chain(steps(2 * whole).step_by(2))
        .take(heads)
        .collect()
}

/// Values for offsets key - query: a row for each head of ALiBi, buckets of T5.
pub fn bias(rule: &Value, offsets: &[f64]) -> Vec<f64> {
    if rule["method"] == "alibi" {
        let row = |slope: f64| offsets.iter().map(move |offset| -slope * offset.abs());
        return slopes(count(&rule["heads"]))
            .into_iter()
            .flat_map(row)
            .collect();
    }
    let is_two_sided = rule["bidirectional"] == true;
    let half = number(&rule["buckets"]) / if is_two_sided { 2.0 } else { 1.0 };
    let exact = (half / 2.0).floor();
    let bucket = |offset: &f64| {
        let far = if is_two_sided {
            offset.abs()
        } else {
            (-offset).max(0.0)
        };
        let share = (far.max(1.0) / exact).ln() / (number(&rule["maxDistance"]) / exact).ln();
        let wide = (exact + (share * (half - exact)).floor()).min(half - 1.0);
        let first = if is_two_sided && *offset > 0.0 {
            half
        } else {
            0.0
        };
        first + if far < exact { far } else { wide }
    };
    offsets.iter().map(bucket).collect()
}

/// Position ids. Text counts on all axes; an image or a video counts time, row and column from the next free position.
pub fn ids(rule: &Value) -> Vec<f64> {
    let counted = |length: f64| (0..length as usize).map(|i| i as f64);
    match rule["ids"].as_str() {
        Some("packed") => numbers(&rule["lengths"])
            .into_iter()
            .flat_map(counted)
            .collect(),
        Some("left-padded") => {
            let rows = rule["mask"].as_array().into_iter().flatten();
            rows.flat_map(|row| counted(numbers(row).iter().sum()))
                .collect()
        }
        _ => {
            let (mut axes, mut start) = ([vec![], vec![], vec![]], 0.0);
            for part in rule["parts"].as_array().into_iter().flatten() {
                let text = part["text"].as_f64();
                let grid =
                    text.map_or_else(|| numbers(&part["grid"]), |tokens| vec![tokens, 1.0, 1.0]);
                for i in 0..grid.iter().product::<f64>() as usize {
                    let (row, column) = (
                        i / grid[2] as usize % grid[1] as usize,
                        i % grid[2] as usize,
                    );
                    let time = i / (grid[1] * grid[2]) as usize;
                    let at = if text.is_some() {
                        [time; 3]
                    } else {
                        [time, row, column]
                    };
                    axes.iter_mut()
                        .zip(at)
                        .for_each(|(axis, value)| axis.push(start + value as f64));
                }
                start += grid.iter().fold(0.0, |a: f64, b| a.max(*b));
            }
            axes.concat()
        }
    }
}
