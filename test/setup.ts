import fc from 'fast-check'
import { optimiseLate } from '../src/cli/v8-flags.ts'

// A check that fails once in a hundred runs stops somebody else's work, who cannot repeat it. So every run draws the same
// random material; SAGE_FC_SEED=<n> draws other material, on purpose.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['SAGE_FC_SEED'] ?? 20260410) })

// Tests talk to this machine alone. Where it reaches the world through a proxy, that proxy would be asked for 127.0.0.1.
for (const name of ['http_proxy', 'https_proxy', 'all_proxy'])
  for (const each of [name, name.toUpperCase()]) delete process.env[each]

// As the program itself runs: most code is warm and little of it hot, and compilers would take the cores from the tests.
optimiseLate()
