//! Causality through memory: releases and acquires, as in the memory model of PTX.
//!
//! ```text
//! release pattern                      acquire pattern
//! st.release [f]                       ld.acquire [f]
//! atom.release, atom.acq_rel [f]       atom.acquire, atom.acq_rel [f]
//! fence; st.relaxed or atom [f]        ld.relaxed or atom [f]; fence
//! ```
//! A word keeps what its last release published; a read-modify-write passes it on and may add to
//! it, any other strong store replaces it. A strong read hears of it, at once if it acquires, else
//! at the next fence. `fence.sc` also hears of all earlier ones. Both sides must be in each other's
//! scope: what a block publishes for itself (`.cta`) is heard in that block alone.
//!
//! The clock is that of a warp, so a release of one lane publishes what all lanes of its warp did,
//! and all hear of what one lane acquired. This may miss a race; it reports no false one.

use std::collections::HashMap;

use super::clock::Past;
use super::{BlockSanitizer, Sync};
use crate::operation::{Fence, Scope};

/// What a word published last.
#[derive(Debug, Clone, Default)]
pub(crate) struct Published {
    device: Past,
    /// For one block alone.
    block: Option<(u64, Past)>,
}

impl Published {
    /// What warps of `block` hear of it in a scope.
    fn heard(&self, block: u64, scope: Scope) -> Past {
        let mut heard = match scope {
            Scope::Device => self.device.clone(),
            Scope::Block => self.device.only(block),
        };
        if let Some((own, past)) = &self.block
            && *own == block
        {
            heard.join(past);
        }
        heard
    }

    fn publish(&mut self, block: u64, scope: Scope, past: &Past) {
        match (scope, &mut self.block) {
            (Scope::Device, _) => self.device.join(past),
            (Scope::Block, Some((own, known))) if *own == block => known.join(past),
            (Scope::Block, known) => *known = Some((block, past.clone())),
        }
    }
}

/// Words by their address.
pub(crate) type Words = HashMap<u64, Published>;

/// What a warp did around fences.
#[derive(Debug, Clone, Default)]
pub(super) struct Fenced {
    /// The past at the last fence of each scope that releases.
    released: [Option<Past>; 2],
    /// What strong reads heard of since, for a fence that acquires.
    heard: Past,
}

fn place(scope: Scope) -> usize {
    usize::from(scope == Scope::Device)
}

fn narrower(a: Scope, b: Scope) -> Scope {
    match (a, b) {
        (Scope::Device, Scope::Device) => Scope::Device,
        _ => Scope::Block,
    }
}

impl BlockSanitizer {
    /// A strong access of one warp to a word: `reads`, `writes`, or both.
    pub(super) fn synchronise(
        &mut self,
        words: &mut Words,
        warp: usize,
        address: u64,
        sync: Sync,
        [reads, writes]: [bool; 2],
    ) {
        let Some(scope) = sync.scope else {
            return;
        };
        if writes {
            self.publish(words, warp, address, (sync, scope), reads);
        }
        if !(reads || sync.acquires) {
            return;
        }
        let Some(published) = words.get(&address) else {
            return;
        };
        let heard = published.heard(self.block, scope);
        if heard.is_empty() {
            return;
        }
        if sync.acquires {
            self.hear(warp, &heard);
        }
        self.fenced[warp].heard.join(&heard);
    }

    fn publish(
        &mut self,
        words: &mut Words,
        warp: usize,
        address: u64,
        (sync, scope): (Sync, Scope),
        modifies: bool,
    ) {
        let mut published = Vec::new();
        if sync.releases {
            published.push((scope, self.past(warp)));
        }
        for fence_scope in [Scope::Block, Scope::Device] {
            if let Some(past) = &self.fenced[warp].released[place(fence_scope)] {
                published.push((narrower(scope, fence_scope), past.clone()));
            }
        }
        if published.is_empty() {
            if !modifies {
                words.remove(&address);
            }
            return;
        }
        let word = words.entry(address).or_default();
        if !modifies {
            *word = Published::default();
        }
        for (scope, past) in published {
            word.publish(self.block, scope, &past);
        }
    }

    /// `fence`, `membar`
    pub fn fence(&mut self, sequential: Option<&mut Past>, warp: usize, fence: Fence) {
        if fence.acquires {
            let mut heard = std::mem::take(&mut self.fenced[warp].heard);
            if fence.scope == Scope::Block {
                // Other fences may hear of the rest.
                let own = heard.only(self.block);
                std::mem::swap(&mut self.fenced[warp].heard, &mut heard);
                heard = own;
            }
            self.hear(warp, &heard);
        }
        let past = self.past(warp);
        if let Some(all) = sequential {
            let heard = match fence.scope {
                Scope::Device => all.clone(),
                Scope::Block => all.only(self.block),
            };
            self.hear(warp, &heard);
            all.join(&past);
        }
        if fence.releases {
            let past = self.past(warp);
            self.fenced[warp].released[place(fence.scope)] = Some(past);
        }
    }
}
