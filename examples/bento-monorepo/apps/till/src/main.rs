//! Adds up the prices that are given as arguments, in cents.

fn total<'a>(prices: impl Iterator<Item = &'a str>) -> Result<u64, String> {
    let mut sum: u64 = 0;
    for price in prices {
        let cents: u32 = price
            .parse()
            .map_err(|_| format!("{price:?} is not a number of cents"))?;
        sum += u64::from(cents);
    }
    Ok(sum)
}

fn main() {
    let prices: Vec<String> = std::env::args().skip(1).collect();
    match total(prices.iter().map(String::as_str)) {
        Ok(sum) => println!("{sum}"),
        Err(problem) => {
            eprintln!("{problem}");
            std::process::exit(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::total;

    #[test]
    fn prices_are_added() {
        assert_eq!(total(["250", "180"].into_iter()), Ok(430));
    }

    #[test]
    fn what_is_no_price_is_named() {
        assert!(total(["tea"].into_iter()).unwrap_err().contains("tea"));
    }
}
