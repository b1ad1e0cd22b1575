/**
 * Words that make a gate ask. They turn no text into steps: a cue that is missing here costs a question that is
 * not asked, a cue too many costs one that is needless.
 */
export type Cues = {
  readonly condition: RegExp
  readonly agreement: RegExp
  readonly prohibition: RegExp
  readonly exception: RegExp
  readonly handover: RegExp
  readonly demand: RegExp
  readonly retry: RegExp
  readonly order: RegExp
  readonly subject: RegExp
  readonly sendAway: RegExp
  readonly decline: RegExp
}

const english: Cues = {
  condition:
    /\b(?:if|unless|when|where|whenever|once|until|provided|as long as|in case|without|only|otherwise|except|after \d+)\b|->|→/i,
  agreement:
    /\b(?:wait for (?:a|their|the) (?:clear )?(?:yes|answer|ok)|(?:clear|explicit|express) (?:yes|consent|agreement)|consent|confirm(?:s|ation|ed)? (?:with|by|from)|(?:customer|caller|member|guest|passenger|tenant|resident|client|she|he) agrees?|agrees? to|say(?:s)? yes|(?:are|is) (?:they |the customer )?sure|only (?:after|with|on) (?:a|their|the) (?:\w+ )?(?:yes|ok|consent|confirmation|approval)|get (?:a|their) (?:yes|ok))\b/i,
  prohibition:
    /\b(?:never|must not|may not|shall not|do not|don't|cannot|can't|under no circumstances|not (?:allowed|permitted)|no (?:agent|one) may|is forbidden|are forbidden|not to be)\b/i,
  exception:
    /\b(?:except|exception|excepting|unless|other than|save (?:as|for|where)|does not apply|do not apply|apart from|notwithstanding|but not|exempt)\b/i,
  handover:
    /\b(?:hand(?:ed|s)? (?:\w+ )?over|pass(?:ed)? (?:\w+ )?(?:on )?to|transfer(?:red)?(?! (?:code|fee|form|number|slip)s?\b)|escalat\w+|refer(?:red)? (?:\w+ )?(?:\w+ )?to|goes? to|route(?:d)? to|forward(?:ed)? to|send(?:s)? (?:it|the case|the ticket|the call) to)\b/i,
  demand:
    /^(?:\W*(?:please )?(?:ask|tell|say|look|check|offer|decline|refuse|explain|refund|cancel|send|hand|pass|transfer|escalate|never|do not|don't|always|close|open|give|name|read|wait|use|apologi[sz]e|confirm|inform|note|block|order|record|log|verify|make sure|add|apply|charge|refer|stop|repeat|go)\b(?! when:?))|\b(?:must|shall|should|has to|have to|needs? to|always|never|is to|are to)\b/i,
  retry:
    /\b(?:once more|(?:ask|try|repeat|check|enter|search|test|look|read|run|send)\w* (?:\w+ ){0,4}again|retry|one (?:further|more) (?:time|try|attempt)|another (?:try|attempt)|try (?:up to|at most)|up to (?:two|three|\d+) (?:times|attempts)|(?:two|three|\d+) (?:attempts|tries)|asks? twice)\b/i,
  order:
    /\b(?:before (?!the (?:end|close))|in this order|in that order|prior to|first[,:]|only after|only then)\b/i,
  subject:
    /\b(?:customers?|members?|callers?|guests?|orders?|accounts?|bookings?|items?|anyone|anybody|somebody|someone|those|people|policies|claims|bags?) (?:who|whose|with|that|which|under|over|from|opened|placed|older|in)\b/i,
  sendAway:
    /\b(?:send|refer|direct|point) (?:them|the (?:customer|caller|member|guest)|him|her|people) (?:to|back to)\b/i,
  decline:
    /\b(?:declin\w+|refus\w+|reject\w*|not eligible|no longer possible|turn (?:it|them) down|is not possible|no refund|not (?:refund|replace|cancel))\b/i,
}

/** Null: no cues for the language, so every line is a question (L6). */
export const cuesOf = (language: string): Cues | null => (language === 'en' ? english : null)
