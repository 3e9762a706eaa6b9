//! Tests an engine with the conformance kit: `KIT=<folder> cargo test`. The engine is the function `call` of this crate's library.
use kit::{call, numbers};
use serde_json::Value;

fn read(name: &str) -> Value {
    let folder = std::env::var("KIT").expect("KIT names the folder of the kit");
    let text = std::fs::read_to_string(format!("{folder}/{name}.json")).expect("a file of the kit");
    serde_json::from_str(&text).expect("JSON")
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

/// The first value that is too far from the right one, in words.
fn difference(own: &[f64], right: &Value, check: &Value) -> Option<String> {
    let [absolute, relative] = ["absolute", "relative"].map(|name| check[name].as_f64().unwrap());
    let (right, count) = (numbers(right), own.len());
    if count != right.len() {
        return Some(format!("{count} values; there must be {}", right.len()));
    }
    let is_near = |i: &usize| (own[*i] - right[*i]).abs() <= absolute + relative * right[*i].abs();
    let i = (0..count).find(|i| !is_near(i))?;
    Some(format!("value {i} is {}; it must be {}", own[i], right[i]))
}

/// What is wrong with the engine's answer: the name of a usual mistake, or a value.
fn fault(rule: &Value, check: &Value) -> Option<String> {
    let given: Vec<_> = list(&check["given"]).iter().map(numbers).collect();
    let own = call(check["call"].as_str().unwrap(), rule, &given);
    let is_made = |mistake: &&Value| difference(&own, &mistake["answer"], check).is_none();
    let mistake = list(&check["wrong"]).iter().find(is_made);
    let says = mistake.map(|mistake| mistake["says"].to_string());
    says.or_else(|| difference(&own, &check["answer"], check))
}

#[test]
fn engine_passes_every_file() {
    let mut failed = vec![];
    for name in list(&read("index")["files"]) {
        let file = read(name.as_str().unwrap());
        for check in list(&file["checks"]) {
            let found = fault(&file["rule"], check);
            failed.extend(found.map(|says| format!("{name}: {}: {says}", check["call"])));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
