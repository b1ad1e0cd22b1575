/** Words that are nothing but a yes, or nothing but an "okay", which may be a yes or mean "I have read that". */
export function saysYes(text: string): 'yes' | 'perhaps' | 'no' {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\s]+/gu, ' ')
    .trim()
  if (text.includes('?') || !ONLY_YES.test(words)) return 'no'
  return PLAIN_YES.test(words) ? 'yes' : 'perhaps'
}

const PLAIN = 'yes|yep|yeah|correct|exactly|agreed|go ahead|sí|correcto|exacto|adelante'
const OKAY = 'okay|ok|all right|alright|right|fine|good|sure|de acuerdo|vale|claro|muy bien|bien'
const POLITE = 'please|thanks|thank you|por favor|gracias'
const ONLY_YES = new RegExp(`^(?:(?:${PLAIN}|${OKAY}|${POLITE})(?: +|$))+$`, 'u')
const PLAIN_YES = new RegExp(`(?:^| )(?:${PLAIN})(?: |$)`, 'u')
