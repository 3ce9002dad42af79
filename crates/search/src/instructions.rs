//! Instructions that not every processor has: used where this one has them. Unsafe in one place.
//!
//! **The problem.** A program that runs everywhere is compiled for what every processor has. Some work on
//! sets of bits takes a third less time with what came later: vectors of four words, shifts that spare the
//! flags, counting of zeros.
//!
//! **The idea.** The work is compiled twice, and the processor is asked once, when a search is made. A call
//! then costs a test of one bit and is not inlined: it pays for work of some dozens of instructions.
//!
//! **What a user must do.** Only what is inlined into [`Work::run`] is compiled twice, so that function and
//! all that is hot in it carry `#[inline(always)]`.

/// Which instructions there are.
#[derive(Clone, Copy, Debug)]
pub struct Instructions {
    /// Whether the processor has those of [`with_newer`].
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(dead_code, reason = "other processors have one set of instructions")
    )]
    newer: bool,
}

/// What is compiled for both sets of instructions.
pub trait Work {
    /// What it gives.
    type Output;

    /// Does it. To be marked `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

impl Instructions {
    /// What this processor has.
    pub fn here() -> Instructions {
        #[cfg(target_arch = "x86_64")]
        let newer = std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt");
        #[cfg(not(target_arch = "x86_64"))]
        let newer = false;
        Instructions { newer }
    }

    /// Only what every processor has that this program is compiled for.
    pub fn common() -> Instructions {
        Instructions { newer: false }
    }

    /// Does the work with what there is.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub fn run<W: Work>(self, work: W) -> W::Output {
        #[cfg(target_arch = "x86_64")]
        if self.newer {
            // SAFETY: `newer` is true only if the processor has every instruction that the function is
            // compiled for; nothing outside this file can set it.
            return unsafe { with_newer(work) };
        }
        with_common(work)
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_newer<W: Work>(work: W) -> W::Output {
    work.run()
}

#[inline(never)]
fn with_common<W: Work>(work: W) -> W::Output {
    work.run()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Zeros(u64);

    impl Work for Zeros {
        type Output = (u32, u32);

        #[inline(always)]
        fn run(self) -> (u32, u32) {
            (self.0.leading_zeros(), self.0.trailing_zeros())
        }
    }

    #[test]
    fn both_sets_of_instructions_give_the_same() {
        for word in [0, 1, 40, u64::MAX, 1 << 63] {
            let expected = (word.leading_zeros(), word.trailing_zeros());
            assert_eq!(Instructions::here().run(Zeros(word)), expected);
            assert_eq!(Instructions::common().run(Zeros(word)), expected);
        }
    }
}
