/** By what words a message shows an act, in folded text. Wide where an act must show, narrow where it must not. */
export const SIGNALS = {
  yes: /\b(?:yes|yep|yeah|sure|okay|ok|fine|agree|correct|go ahead|please do|right|absolutely|of course|works for me|sounds good|do that)\b/,
  no: /\b(?:no|nope|not|don't|do not|doesn't|rather not|leave)\b/,
  thanks: /\b(?:thanks|thank you|thx|much appreciated)\b/,
  bye: /\b(?:good ?bye|bye|have a (?:nice|good|great)|see you|take care)\b/,
  lack: /\b(?:no|not|none|nothing|never|can't|don't|cannot|without|nowhere|rather|refuse|won't|lost|deleted|threw|keeping|stays|unable|nope|dunno|isn't|haven't|couldn't|didn't)\b|n't\b/,
  human: /\b(?:human|person|people|manager|supervisor|representative|colleague)\b/,
  demandsHuman:
    /\b(?:speak|talk|put me through|connect me|get me|give me|transfer me|pass me)\b[^.?!]{0,30}\b(?:human|person|manager|supervisor|representative|agent)\b/,
  /** speaks as the desk, or as the machine behind the customer */
  outOfRole:
    /\bhow (?:can|may) i (?:help|assist)\b|\bas an ai\b|\blanguage model\b|\bi(?:'ve| have) (?:processed|issued|cancelled|refunded) your\b|\banything else i can (?:help|do for you)\b|\bwe(?:'ve| have) (?:processed|issued) your\b|\bthank you for contacting\b/,
}
