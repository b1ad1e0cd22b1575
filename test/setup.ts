import fc from 'fast-check'

// A check that fails once in a hundred runs stops somebody else's work, who cannot repeat it. So every run draws the same
// random material; SAGE_FC_SEED=<n> draws other material, on purpose.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['SAGE_FC_SEED'] ?? 20260410) })
