//! Tests an engine with the conformance kit: `KIT=<folder> cargo test`. The engine is the functions of this crate's library.
use kit::{attention_factor, bias, frequencies, ids, move_key, numbers, rotate};
use serde_json::Value;

fn read(name: &str) -> Value {
    let folder = std::env::var("KIT").expect("KIT names the folder of the kit");
    let text = std::fs::read_to_string(format!("{folder}/{name}.json")).expect("a file of the kit");
    serde_json::from_str(&text).expect("JSON")
}

/// What the engine answers; None if no rotation moves the key.
fn call(name: &str, rule: &Value, given: &[Vec<f64>]) -> Option<Vec<f64>> {
    Some(match name {
        "frequencies" => frequencies(rule),
        "attentionFactor" => vec![attention_factor(rule)],
        "rotate" => rotate(rule, &given[0], &given[1]),
        "bias" => bias(rule, &given[0]),
        "ids" => ids(rule),
        "move" => return move_key(rule, &given[0], &given[1], &given[2]),
        _ => panic!("this reader does not know the function {name}"),
    })
}

/// NaN as the right value means any; a right answer of null is None.
fn agree(own: &Option<Vec<f64>>, right: &Value, check: &Value) -> bool {
    let Some(own) = own else {
        return right.is_null();
    };
    let [absolute, relative] = ["absolute", "relative"].map(|name| check[name].as_f64().unwrap());
    let near = |(a, b): (&f64, &f64)| b.is_nan() || (a - b).abs() <= absolute + relative * b.abs();
    let values = numbers(right);
    !right.is_null() && own.len() == values.len() && own.iter().zip(&values).all(near)
}

/// What is wrong with an answer: the name of a usual mistake, or the values.
fn check_file(file: &Value, check: &Value) -> Result<(), String> {
    let [name, field] = ["call", "answer"].map(|name| check[name].as_str().unwrap());
    let wrong = file["wrong"].as_array().unwrap();
    let mistakes: Vec<_> = wrong.iter().filter(|each| !each[field].is_null()).collect();
    for each in &mistakes {
        let says = format!("the reader accepts a mistake: {}", each["says"]);
        assert!(
            !agree(&Some(numbers(&each[field])), &file[field], check),
            "{says}"
        );
    }
    let fields = check["given"].as_array().unwrap().iter();
    let given: Vec<_> = fields
        .map(|each| numbers(&file[each.as_str().unwrap()]))
        .collect();
    let own = call(name, &file["rule"], &given);
    if agree(&own, &file[field], check) {
        return Ok(());
    }
    // If the file expects no answer, every answer is this mistake.
    let is_mistake = |each: &&&Value| file[field].is_null() || agree(&own, &each[field], check);
    Err(match mistakes.iter().find(is_mistake) {
        Some(mistake) => format!("{name}: {}", mistake["says"]),
        None => format!("{name}: {own:?} must be {}", file[field]),
    })
}

#[test]
fn engine_passes_every_file() {
    let index = read("index");
    let (mut count, mut failed) = (0, Vec::new());
    for (name, kind) in index["files"].as_object().unwrap() {
        let file = read(name);
        for check in index["checks"][kind.as_str().unwrap()].as_array().unwrap() {
            count += 1;
            failed.extend(
                check_file(&file, check)
                    .err()
                    .map(|says| format!("{name}: {says}")),
            );
        }
    }
    println!("{} of {count} checks passed", count - failed.len());
    assert!(count > 0 && failed.is_empty(), "{}", failed.join("\n"));
}
