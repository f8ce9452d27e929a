//! What the cache of compiled kernels holds: `tensorcomp.cache`.

use crate::{failure, knobs};
use pyo3::prelude::*;
use tc_cache::{Cache, Settings};

fn settings() -> PyResult<Settings> {
    Settings::from_environment().map_err(|refused| failure::plain(&refused.to_string()))
}

fn existing() -> PyResult<Option<Cache>> {
    let cache = Cache::existing(settings()?);
    cache.map_err(|refused| failure::plain(&refused.to_string()))
}

/// The folder of the cache.
#[pyfunction]
pub(crate) fn cache_path() -> PyResult<String> {
    Ok(settings()?.folder.display().to_string())
}

/// Whether there is a cache that can be written, made where it is missing.
#[pyfunction]
pub(crate) fn cache_opens() -> bool {
    Settings::from_environment().and_then(Cache::open).is_ok()
}

/// Of each entry: key, label, bytes.
#[pyfunction]
pub(crate) fn cache_stats() -> PyResult<Vec<(String, String, u64)>> {
    let Some(mut cache) = existing()? else {
        return Ok(Vec::new());
    };
    let all = cache.list();
    let all = all.map_err(|refused| failure::plain(&refused.to_string()))?;
    let all = all.into_iter();
    Ok(all
        .map(|one| (one.key.to_string(), one.label, one.bytes))
        .collect())
}

/// Removes all entries; returns how many there were.
#[pyfunction]
pub(crate) fn cache_clear() -> PyResult<usize> {
    let Some(mut cache) = existing()? else {
        return Ok(0);
    };
    let refused = |refused: tc_cache::Error| failure::plain(&refused.to_string());
    let mut removed = 0;
    for entry in cache.list().map_err(refused)? {
        removed += usize::from(cache.remove(&entry.key).map_err(refused)?);
    }
    knobs::forget_store();
    Ok(removed)
}
