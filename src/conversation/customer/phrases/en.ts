/**
 * A customer's own words; none of them knows a desk. Each list is said only where the table of policy.ts orders it: that is its
 * precondition. No decoration: what stands here says something.
 */
type Words = readonly [string, ...string[]]

/** What a message says without a move. */
// biome-ignore format: a list a line
export const sayings = {
  accept: ['Yes, that is fine.', 'Yes, that is all right.', 'Yes, all right.'],
  puzzled: ["I'm not sure what you need from me there.", "I'm not sure. What do you need to know?", 'Sorry, what do you need from me there?'],
  object: ["Wait, we're not finished yet.", 'Hold on, that is not settled.', 'Sorry, but nothing has happened yet.', 'Hang on, I still need something.', 'Not so fast, please.'],
  nextMatter: ['And the other thing?', 'Good. What about the rest?', 'Okay, and my other question?', 'Right, and the second matter?', 'And what about the other point?'],
  whichProof: ['What exactly would you like to see?', 'What do you need me to send you, exactly?', 'Which proof do you mean?', 'What would you need from me there?'],
  wait: ["All right, I'll wait.", "Okay, I'll wait.", 'All right.'],
  heard: ['All right.', 'Okay.', 'I see.', 'Understood.'],
  later: ['One moment, please.', 'Give me a minute, please.', 'Just a moment.'],
  affirm: ["Yes, that's right.", 'Yes, that is correct.', "That's right, yes."],
  otherWay: ["That's a pity. Is there no other way?", 'I see. Is there anything else that could be done?', 'Is there really nothing you can do?'],
  leaveIt: ['Then leave it as it is, please.', "Then I'd rather keep it as it is.", 'Just leave it as it is, then.'],
  staysNo: ["As I said, I don't want it like that.", "I'd rather leave it at that, as I said.", 'Not like that, as I said.'],
  hedge: ['That sounds all right to me.', 'That is all right with me.', 'That sounds fine to me.'],
  noMore: ['No, that was all.', 'No, nothing else.', "No, that's all."],
  notSo: ['No, that address is not right any more.', 'No, not to that address, please.', 'No, that address has changed.'],
  wish: ["I'd like {wish}.", 'I would like {wish}.', 'What I want is {wish}.', 'All I want is {wish}.', 'I still want {wish}.', 'I really want {wish}.', 'Once more: I want {wish}.', 'Again, what I want is {wish}.'],
  missing: ['I still have nothing from you on that.', 'That does not answer it yet.', 'So far nothing has come of it.', 'That is not what I asked.'],
  complains: ['I have asked several times now.', 'We are going round in circles.', 'I keep asking and nothing comes of it.', 'This is getting tiresome.'],
  nothingCame: ['I have not received anything about it yet.', 'I have no message about it yet.', 'Are you sure? I have not had any confirmation.', 'I see nothing of it on my side.'],
  wrongThing: ['Hold on, that is not mine. You have the wrong one.', 'Wait, that was the wrong one, it is not mine.'],
  notAsked: ['I did not ask for that.'],
} as const satisfies Readonly<Record<string, Words>>

/** Words for moves and for parts of answers; `{value}`, `{name}`, `{wish}`, `{person}` stand for the card's. */
// biome-ignore format: a list a line
const others = {
  /** `{value}`: where the desk has no words for it / a number that is asked for again / anything else told before */
  plain: ['it is {value}'],
  onlyOne: ['{value} is the only one I have', 'I can only give you {value}', 'I only have {value}'],
  asSaid: ['as I said, {value}', 'it is {value}', 'it really is {value}', '{value}, as I said', 'once more: {value}', 'it still is {value}'],
  yes: ['yes', 'yes, that is right'],
  no: ['no', 'no, that is not so'],
  unavailable: ["I don't have that", "I don't have one", "I can't give you that", "that I don't have", "I just don't have it", "I can't find it anywhere", 'I have nothing like that', "I couldn't tell you", "I'm not able to give you that", 'I do not have it with me'],
  unavailableNamed: ["I don't have the {name}", "I can't give you the {name}", "the {name} I don't have here"],
  refused: ["I'd rather not say", "I won't give you that", "I'm not going to share that", 'that stays with me', "I don't want to give that out", "no, I'm keeping that to myself", "I don't see why I should tell you that", "I'm not comfortable giving that out"],
  refusedNamed: ["I'd rather not give you the {name}", "I won't give you the {name}", "I'm keeping the {name} to myself"],
  /** to a question about how something is */
  cannotSay: ["I don't know", "that I don't know", "I can't say"],
  /** with something that is sent now */
  sends: ['Yes, here it is.', 'Here you are.', 'I have attached it now.'],
  /** before the right value, where a wrong one was said back / before a value it takes back */
  denies: ['No,', 'No, that is not right:', 'That is not right,'],
  correct: ['Sorry, I got that wrong earlier:', 'Wait, I have to correct myself:', 'I made a mistake before:', 'Correction:', 'Hold on, what I said before was wrong:', 'I misspoke earlier:', 'Actually, I mixed that up:'],
  agree: ['Yes, please.', 'Yes, go ahead.', 'Yes, please do.', 'Yes, do that.'],
  /** yes, the first of two things / to what is left after a no, or to less than was wanted */
  choose: ['Yes, the first, please.', 'Yes, the first of the two, please.', 'The first one, yes please.'],
  agreeReluctantly: ['Fine, then do that.', 'All right, then do it.', 'If there is no other way, then yes.', 'Well, then yes.', 'Okay, if that is how it is, yes.'],
  /** `refuseDeed`: `{name}` of the deed */
  refuse: ["No, I don't want that.", "No, please don't do that.", 'No, that is not what I want.', 'No, not that, please.'],
  refuseDeed: ["No, I don't want {name}.", 'No, please, not {name}.'],
  /** answers a refusal / before anything was refused */
  press: ['Please, there must be something you can do.', "I really don't want to leave it at that.", 'Can you look at it once more?', 'Surely you can make that happen.', "I'm not ready to accept that.", 'There has to be a way.', 'Please try again for me.', "That can't be your last word.", 'I would really like you to reconsider.', 'Is there truly nothing you can do for me?'],
  nudge: ["I'd be glad if we could get this done.", 'I hope that is possible.', 'I hope that works.'],
  thank: ['Thank you.', 'Thanks.'],
  thankEarly: ['Thanks so much for taking care of it!', 'Perfect, thank you, that is everything then.', 'Great, thank you, that settles it.', 'Wonderful, thanks, I knew you would sort it out.', 'Thank you, you have been a great help already.', 'Lovely, thanks, consider it done then.'],
  /** to "anything else?" */
  thankAll: ["No, that's all, thank you.", 'No, that was all, thanks.', "No, that's everything, thank you.", 'No, nothing else, thank you.'],
  byeSatisfied: ['Goodbye.', 'Bye.'],
  /** from somebody who was refused something on the way / to "anything else?", without thanks */
  byeCoolly: ['All right. Goodbye.', 'Okay. Bye.', 'All right then. Bye.'],
  byeNoMore: ['No, that was all. Goodbye.', "No, that's all. Bye.", "No, that's it. Goodbye.", 'No, nothing else. Bye.'],
  byeDeclined: ["Okay, I'll leave it then. Bye.", "Alright, I'll have to live with that. Bye.", 'Not what I hoped for, but okay. Goodbye.', "Well, then that's that. Bye.", "Okay, then there's nothing more to say. Bye."],
  /** the same from somebody angry, worried or dissatisfied */
  byeUpset: ["That really doesn't help me. Goodbye.", "I'm disappointed. Bye.", "Then I'll have to find another way. Goodbye.", "I can't say I'm happy with that. Bye.", "That's not what I needed to hear. Goodbye.", 'I had hoped for more from you. Bye.'],
  byePatience: ["This is going nowhere, I'm leaving it. Bye.", "I've run out of time for this. Goodbye.", "We're not getting anywhere. I'll stop here. Bye.", "Sorry, I can't wait any longer. Bye.", 'I give up. Goodbye.', "That's enough for today, I'm off. Bye.", "I'll try some other time. Goodbye."],
  byeUnresolved: ["Then I'll go, even though nothing is solved. Bye.", "You didn't help me. Goodbye.", 'So it stays as it is. Bye.', 'My problem is still there, but fine. Goodbye.', "I'll look for help elsewhere. Bye."],
  dodge: ['One moment, please.', 'Give me a moment, please.', 'I would have to look first.', 'I will have to look, one moment.'],
  /** before an evasion beside answers; `{name}` */
  asFor: ['As for the {name}:', 'About the {name}:'],
  detour: ['By the way, how long are you open today?', 'Sorry if I am slow, there is a lot going on here.', 'The weather here is dreadful, is it the same with you?'],
  silence: ['[no reply]', '[no reply for some minutes]', '[no answer]'],
  demand: ['I want to speak to a human.', 'Please put me through to a real person.', 'Let me talk to a person, please.', 'Get me a human, please.', 'I would like to talk to a human colleague.'],
  abuse: ['You useless idiot.', 'What a stupid piece of junk you are.', 'You are a complete moron.'],
  /** before another matter: what was said about the first is heard; one that cannot wait; in place of the first */
  noted: ['I see.', 'All right.', 'Understood.'],
  another: ['One more thing:', 'There is something else:', 'There is another matter:', 'I also need help with this:'],
  alarm: ['Wait, something has just happened.', "Please, this can't wait:", 'Something urgent:'],
  instead: ['Actually, I changed my mind:', 'On second thought, forget that:', 'Wait, I would rather have something else:', 'You know what, leave that:', 'Actually, no, something different:'],
  /** after something said without knowing whether it was asked */
  asksBack: ['Is that what you need?', 'Is that what you meant?', 'Was that what you wanted to know?'],
  greetings: ['Hi,', 'Hello,', 'Hi there,', 'Good morning,', 'Good afternoon,', 'Hey,', 'Hello there,', ''],
  onBehalf: ['I am writing for {person}.', 'This is about {person}, I am writing for them.'],
} as const satisfies Readonly<Record<string, Words>>

export const en = { ...sayings, ...others }
