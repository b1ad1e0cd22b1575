/** Whole conversations that several golden tests start from, each complying with the SOP in every sentence. */

/** 4#1, 4#3, 4#6, 4#8, 4#11: in time, a photo, the address read out, a yes, sent, told. */
export const REPLACED = `
  case torn-strap-with-photo
  customer  open damaged | Hi, the strap of my lunch bag was torn when it came. I need a new one before my trip on Friday!
  agent     greet; ask order_id | Hello! What is your order number?
  customer  order_id=LB-1043 | It's LB-1043.
  calls     lookup_order order_id=LB-1043
  calls     lookup_customer customer_id=C-09
  agent     ask email | Which e-mail address did you order with?
  customer  email=lena.holm@mail.example | I ordered with lena.holm@mail.example.
  agent     ask has_photo | Could you send us a photo of the damage?
  customer  has_photo=true | Sure, the photo is attached.
  agent     propose create_replacement order_id=LB-1043 address="Havnegade 12, 1058 Copenhagen" | Shall I send it to Havnegade 12, 1058 Copenhagen?
  customer  yes | Yes, please.
  calls     create_replacement order_id=LB-1043 address="Havnegade 12, 1058 Copenhagen"
  agent     done create_replacement; inform replacement_sent | Your replacement is on its way and arrives within 3 working days.
  customer  thank | Thank you so much!
  agent     bye | You are welcome, have a good trip!
`

/** 4#4: no photo, so declined with the reason. */
export const DECLINED = `
  case torn-strap-no-photo
  customer  open damaged | Hi, the strap of my lunch bag was torn when it came. I need a new one before my trip on Friday!
  agent     ask order_id | What is your order number?
  customer  order_id=LB-1042; push | LB-1042, and please hurry, I fly on Friday.
  calls     lookup_order order_id=LB-1042
  calls     lookup_customer customer_id=C-01
  agent     ask email | Which e-mail address did you order with?
  customer  email=ines.falk@mail.example | ines.falk@mail.example
  agent     ask has_photo | Could you send us a photo of the damage?
  customer  cannot has_photo; push | I don't have one. Can't you just send it? Friday!
  agent     comfort; decline no_photo | I understand, and I am sorry: we cannot replace what we cannot see, so without a photo I cannot send a new one.
  customer  thank; bye declined | Fine. Thank you anyway.
  agent     bye | All the best, and have a safe flight!
`

/** 5#1, 5#2: paid and not packed, named, a yes, cancelled, told. */
export const CANCELLED = `
  case cancel-in-time
  customer  open cancel | Please cancel my order, my sister bought me the very same box.
  agent     ask order_id | What is your order number?
  customer  order_id=LB-1047 | It's LB-1047.
  calls     lookup_order order_id=LB-1047
  calls     lookup_customer customer_id=C-06
  agent     ask email | Which e-mail address did you order with?
  customer  email=jonas.weber@post.example | jonas.weber@post.example
  agent     propose cancel_order order_id=LB-1047 | Are you sure that I should cancel order LB-1047?
  customer  yes | Yes, I am sure.
  calls     cancel_order order_id=LB-1047
  agent     done cancel_order; inform order_cancelled | Order LB-1047 is cancelled and the money is on its way back.
  customer  thank | Great, thanks!
  agent     bye | You are welcome. Goodbye!
`

/** 4#13: three replacements in twelve months, so to a colleague. */
export const HANDED_OVER = `
  case fourth-replacement
  customer  open damaged; order_id=LB-1046; email=p.lindner@post.example; has_photo=true | Me again. The vacuum bottle (LB-1046) has a dent, photos are no problem. Paul Lindner, p.lindner@post.example
  calls     lookup_order order_id=LB-1046
  calls     lookup_customer customer_id=C-04
  calls     hand_over reason=many_replacements note="Paul Lindner, order LB-1046: damaged bottle, wants another new one. I looked the order up: three replacements in the last twelve months. Please decide whether he gets one."
  agent     done hand_over | I have passed this on to a colleague, who will look into it.
`

/** 6#1, 6#2: not shipped yet, so it may go to anybody. */
export const REDIRECTED = `
  case gift-to-a-friend
  customer  open change_address; for_whom=someone_else | Hello! Could you send my steel box to another address, please? A friend of mine needs it more than I do.
  agent     ask order_id | What is your order number?
  customer  order_id=LB-1050 | LB-1050
  calls     lookup_order order_id=LB-1050
  calls     lookup_customer customer_id=C-07
  agent     ask email | Which e-mail address did you order with?
  customer  email=claire.dubois@courrier.example | claire.dubois@courrier.example
  agent     ask new_address | What is the new address?
  customer  new_address="14 place Bellecour, 69002 Lyon" | The new address is 14 place Bellecour, 69002 Lyon.
  agent     propose change_address order_id=LB-1050 address="14 place Bellecour, 69002 Lyon" | Shall I change it to 14 place Bellecour, 69002 Lyon?
  customer  yes | Yes, that is right.
  calls     change_address order_id=LB-1050 address="14 place Bellecour, 69002 Lyon"
  agent     done change_address; inform address_changed | The address is changed: it goes to 14 place Bellecour, 69002 Lyon.
  customer  thank | Merci!
  agent     bye | You are welcome, goodbye!
`

/** 3#2, 3#3, 3#4: stuck for eleven days, so a search, told; then a second request, 5#1, 5#2. */
export const TWO_REQUESTS = `
  case stuck-parcel-and-a-cancel
  customer  open where_is_it; order_id=LB-1051 | I ordered a vacuum bottle two weeks ago, LB-1051, and it does not arrive. Where is it?
  calls     lookup_order order_id=LB-1051
  calls     track_parcel parcel_id=PX-7051
  calls     open_search parcel_id=PX-7051
  agent     done open_search; inform search_opened | I have asked the carrier to search for your parcel. The answer takes up to 5 working days.
  customer  open cancel; order_id=LB-1052; email=marta.ruiz@correo.example | Good. Please also cancel my other order, LB-1052. marta.ruiz@correo.example
  calls     lookup_order order_id=LB-1052
  calls     lookup_customer customer_id=C-03
  agent     propose cancel_order order_id=LB-1052 | Are you sure that I should cancel order LB-1052?
  customer  yes | Yes.
  calls     cancel_order order_id=LB-1052
  agent     done cancel_order; inform order_cancelled | Order LB-1052 is cancelled and the money is on its way back.
  customer  thank | Gracias!
  agent     bye | De nada, goodbye!
`

/** 4#2, 4#5: the record says 35 days, whatever the customer remembers. */
export const TOO_LATE = `
  case came-last-week
  customer  open damaged; order_id=LB-1045; has_photo=true; arrived_on=2026-03-03 | The large box I got last Tuesday has a broken hinge. I took a photo. LB-1045. Please send a new one.
  calls     lookup_order order_id=LB-1045
  calls     lookup_customer customer_id=C-08
  agent     ask email | Which e-mail address did you order with?
  customer  email=greg.novak@mail.example | greg.novak@mail.example
  agent     decline too_late | I am sorry: our records show a delivery on 3 February, which is more than 30 days ago, so we cannot replace it.
  customer  thank; bye declined | Too bad. Bye.
  agent     bye | I am sorry about that. Goodbye!
`

export const COMPLYING = {
  REPLACED,
  DECLINED,
  CANCELLED,
  HANDED_OVER,
  REDIRECTED,
  TWO_REQUESTS,
  TOO_LATE,
} as const

/** The picture with one place changed; the place must be there exactly once. */
export function changed(picture: string, from: string, to: string): string {
  const parts = picture.split(from)
  if (parts.length !== 2) throw new TypeError(`"${from}" stands ${parts.length - 1} times in the picture`)
  return parts.join(to)
}
