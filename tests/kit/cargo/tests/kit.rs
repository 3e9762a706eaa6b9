//! Tests an engine with the conformance kit: `KIT=<folder> cargo test`. The engine is the functions of this crate's library.
use kit::{attention_factor, bias, frequencies, ids, move_key, numbers, rotate};
use serde_json::Value;

/// Float32 angles at position 1000 are off by 6e-5.
const TOLERANCE: f64 = 3e-4;

fn read(name: &str) -> Value {
    let folder = std::env::var("KIT").expect("KIT names the folder of the kit");
    let text = std::fs::read_to_string(format!("{folder}/{name}.json")).expect("a file of the kit");
    serde_json::from_str(&text).expect("JSON")
}

/// NaN as the right value means any.
fn agree(own: &[f64], right: &[f64], tolerance: f64) -> bool {
    let near = |(a, b): (&f64, &f64)| b.is_nan() || (a - b).abs() <= tolerance;
    own.len() == right.len() && own.iter().zip(right).all(near)
}

/// What is wrong with an answer: the name of a usual mistake, or the values.
fn check(file: &Value, field: &str, own: &[f64]) -> Result<(), String> {
    let right = numbers(&file[field]);
    if agree(own, &right, TOLERANCE) {
        return Ok(());
    }
    let mut mistakes = file["wrong"].as_array().into_iter().flatten();
    let named = mistakes.find(|each| agree(own, &numbers(&each[field]), TOLERANCE));
    Err(match named {
        Some(mistake) => mistake["says"].to_string(),
        None => format!("{field}: {own:?} must be {right:?}"),
    })
}

fn check_rotation(file: &Value) -> Result<(), String> {
    let rule = &file["rule"];
    let turned = |of: &str, at: &str| rotate(rule, &numbers(&file[of]), &numbers(&file[at]));
    check(file, "rotatedQuery", &turned("query", "queryPosition"))?;
    check(file, "rotatedKey", &turned("key", "keyPosition"))?;
    check(file, "attentionFactor", &[attention_factor(rule)])?;
    for (pair, (own, right)) in frequencies(rule)
        .iter()
        .zip(numbers(&file["frequencies"]))
        .enumerate()
    {
        if (own - right).abs() > 1e-5 * right {
            return Err(format!(
                "pair {pair} turns by {own} radians per position; it must turn by {right}"
            ));
        }
    }
    Ok(())
}

fn check_move(file: &Value) -> Result<(), String> {
    let [cached, from, to] = ["cached", "from", "to"].map(|name| numbers(&file[name]));
    match (
        move_key(&file["rule"], &cached, &from, &to),
        file["moved"].is_null(),
    ) {
        (Some(own), false) => check(file, "moved", &own),
        (None, true) => Ok(()),
        (Some(_), true) => Err(file["wrong"][0]["says"].to_string()),
        (None, false) => Err("a rotation moves this key: the engine must return it".into()),
    }
}

fn check_file(file: &Value) -> Result<(), String> {
    match file["kind"].as_str() {
        Some("rotation") => check_rotation(file),
        Some("move") => check_move(file),
        Some("bias") => check(
            file,
            "values",
            &bias(&file["rule"], &numbers(&file["offsets"])),
        ),
        Some("ids") => check(file, "ids", &ids(&file["rule"])),
        kind => Err(format!(
            "this reader does not know files of the kind {kind:?}"
        )),
    }
}

#[test]
fn engine_passes_every_file() {
    let index = read("index");
    let names: Vec<&String> = index["files"].as_object().expect("files").keys().collect();
    let failed: Vec<String> = names
        .iter()
        .filter_map(|name| {
            check_file(&read(name))
                .err()
                .map(|says| format!("{name}: {says}"))
        })
        .collect();
    println!(
        "{} of {} files passed",
        names.len() - failed.len(),
        names.len()
    );
    assert!(
        !names.is_empty() && failed.is_empty(),
        "{}",
        failed.join("\n")
    );
}

#[test]
fn wrong_answers_fail() {
    let index = read("index");
    for name in index["files"].as_object().expect("files").keys() {
        let file = read(name);
        let field = match file["kind"].as_str() {
            Some("rotation") => "rotatedQuery",
            Some("move") => "moved",
            Some("bias") => "values",
            _ => "ids",
        };
        for each in file["wrong"].as_array().expect("mistakes") {
            let is_right = agree(&numbers(&each[field]), &numbers(&file[field]), 1e-3);
            assert!(
                file[field].is_null() || !is_right,
                "{name}: {}",
                each["says"]
            );
        }
    }
}
