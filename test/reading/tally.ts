/** Counts for precision (of what was found) and recall (of what was wanted). */
export class Tally {
  right = 0
  foundAll = 0
  hit = 0
  wantedAll = 0

  found(isRight: boolean): void {
    this.foundAll += 1
    if (isRight) this.right += 1
  }

  wanted(isFound: boolean): void {
    this.wantedAll += 1
    if (isFound) this.hit += 1
  }

  get precision(): number {
    return this.foundAll === 0 ? 1 : this.right / this.foundAll
  }

  get recall(): number {
    return this.wantedAll === 0 ? 1 : this.hit / this.wantedAll
  }
}

export const createTally = (): Tally => new Tally()

export function pooled(tallies: readonly Tally[]): Tally {
  const sum = createTally()
  for (const { right, foundAll, hit, wantedAll } of tallies) {
    sum.right += right
    sum.foundAll += foundAll
    sum.hit += hit
    sum.wantedAll += wantedAll
  }
  return sum
}
