/** The studio draws what a report computed; it computes no number itself, so page, CLI and file never disagree. */
export function Studio() {
  return (
    <main>
      <h1>SAGE studio</h1>
      <p>Runs will be shown here. Until then, every run writes its report to the folder it names.</p>
    </main>
  )
}
