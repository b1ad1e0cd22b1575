/** What one thing a customer's message does (DESIGN.md 5b E1). `press`: asks again for what was declined, argues, insists. */
export type CustomerKind = 'open' | 'tell' | 'agree' | 'refuse' | 'correct' | 'press' | 'thank' | 'leave'

export type CustomerReadAct = {
  readonly kind: CustomerKind
  /** tell, correct: the field the value belongs to. refuse: the field that is not given. Null: no field, or not known which */
  readonly field: string | null
  /** as it is written in the message; true and false for a field that is a yes or a no */
  readonly value: string | boolean | null
  /** fits one field only, or answers what was asked; an act that is not sure is a candidate */
  readonly sure: boolean
  readonly from: number
  readonly to: number
}

export type CustomerReadSentence = {
  readonly from: number
  readonly to: number
  /** has content to which no act could be given */
  readonly unread: boolean
  readonly acts: readonly CustomerReadAct[]
}

export type CustomerReading = {
  readonly language: string
  readonly sentences: readonly CustomerReadSentence[]
}
