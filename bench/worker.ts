/** The thread that runs perform trials in, beside the benches' bundle as it stands beside the product's. */
import '../src/runner/engine/threads/worker.ts'
