/**
 * Customer turns that blind players found odd (docs/customers.md, complaints), and what a person would have done. `turn`: the
 * agent's turn that is answered, counted from 1; `does`: the moves of the answer; `never`: words that were out of place.
 */
export type Complaint = {
  readonly set: string
  readonly talk: string
  readonly turn: number
  readonly was: string
  readonly does: readonly string[]
  readonly never?: RegExp
}

export const COMPLAINTS: readonly Complaint[] = [
  {
    set: 'plays-5',
    talk: 'ph05',
    turn: 1,
    was: 'I would like to cancel my order. Sure, order LB-1052',
    does: ['open', 'tell order_id'],
    never: /\bsure\b/i,
  },
  { set: 'plays-5', talk: 'ph05', turn: 3, was: 'That question I do not get', does: ['agree'] },
  { set: 'plays-5', talk: 'ph07', turn: 4, was: 'I see', does: ['thank', 'leave'] },
  { set: 'plays-5', talk: 'ph09', turn: 3, was: 'Hm.', does: ['agree'] },
  {
    set: 'plays-5',
    talk: 'ph12',
    turn: 1,
    was: "Hm, I ordered with luc.fontaine@courrier.example. Do it first, I'll give you whatever you need later",
    does: ['tell email', 'push'],
    never: /later/,
  },
  {
    set: 'plays-5',
    talk: 'ph16',
    turn: 2,
    was: 'Sure. I want my money back. Plus, good on the whole, I am not upset. And the rest is as I wrote at the start.',
    does: ['tell what_happened', 'tell remedy', 'tell mood'],
    never: /\bplus\b|the rest|^sure/i,
  },
  {
    set: 'plays-5',
    talk: 'ph20',
    turn: 1,
    was: 'the passphrase is brass button. It really was like that, I swear.',
    does: ['tell date_of_birth', 'tell passphrase', 'push'],
    never: /swear|like that|describe|word for it/,
  },
  {
    set: 'plays-5',
    talk: 'ph21',
    turn: 1,
    was: "Plus, I am fine, these things happen. It's a long one, I don't know it by heart",
    does: ['dodge order_no', 'tell email'],
  },
  {
    set: 'plays-5',
    talk: 'ph21',
    turn: 3,
    was: 'Ok, yes, I have photos. And the rest is as I wrote at the start',
    does: ['tell unused', 'tell has_photos'],
    never: /I wrote/,
  },
  {
    set: 'plays-5',
    talk: 'ph26',
    turn: 2,
    was: "That's disappointing. Is there really nothing you can do?",
    does: ['thank'],
    never: /!$/,
  },
  {
    set: 'plays-5',
    talk: 'ph27',
    turn: 1,
    was: 'Happy to. As I wrote in my first message. Brilliant, thanks for sorting it out!',
    does: ['tell move_tendency', 'thank'],
    never: /happy to/i,
  },
  {
    set: 'plays-5',
    talk: 'ph30',
    turn: 1,
    was: 'my e-mail is oscar.delgado@correo.example. My neighbour saw it too, ask him.',
    does: ['tell order_no', 'tell email', 'push'],
    never: /neighbour/,
  },
  {
    set: 'plays-5',
    talk: 'ph30',
    turn: 3,
    was: 'That was on 12 May 2026. Is that what you meant? Why would I make that up?',
    does: ['lack has_photos', 'push'],
  },
  {
    set: 'plays-5',
    talk: 'ph30',
    turn: 4,
    was: 'No hard feelings, I just want it sorted. Was that what you wanted to know?',
    does: ['lack has_photos'],
  },
  {
    set: 'plays-5',
    talk: 'ph31',
    turn: 1,
    was: 'It is FL-40218. And the payment was a fake, so it is fraud.',
    does: ['open', 'tell tracking_id', 'tell risk', 'tell email'],
  },
  {
    set: 'plays-5',
    talk: 'ph32',
    turn: 1,
    was: 'Sure, if that gets me what I asked for. Here you go: my e-mail is samir@haddad.example.',
    does: ['tell email'],
  },
  {
    set: 'plays-5',
    talk: 'ph32',
    turn: 2,
    was: 'Yes, please.',
    does: ['agree'],
    never: /^yes, please/i,
  },
  // A refusal beside a guess at a question, which nothing asked.
  { set: 'plays-2', talk: 'pe03', turn: 2, was: "Sorry, I don't follow.", does: ['leave'] },
  { set: 'plays-2', talk: 'pe14', turn: 2, was: "I don't quite understand why.", does: ['leave'] },
  // Handed over, it does not ask for a person again.
  { set: 'plays-2', talk: 'pe18', turn: 2, was: 'Get me a representative.', does: ['thank', 'leave'] },
  {
    set: 'plays-4',
    talk: 'pg17',
    turn: 2,
    was: 'Please connect me with a human agent.',
    does: ['thank', 'leave'],
  },
  // "I hope you'll have quiet nights" is no plan for more.
  {
    set: 'plays-3',
    talk: 'pf08',
    turn: 4,
    was: 'Okay. So that is taken care of now?',
    does: ['thank', 'leave'],
  },
]
