import { describe, expect, test } from 'vitest'
import { check, graphOf } from '../../../test/support/graph/walk.ts'
import { startWalk } from './walk.ts'

/** The worked example: an order, a photo, a confirmed address; everything else is declined or handed over. */
const SHOP = graphOf(`
  ask_order  learn order_id x2 -> has
  has        decide fields.order_id == refused -> no_order | otherwise -> look
  look       check order look -> known
  known      decide records.order == absent -> no_order | otherwise -> window
  window     decide derived.age <= 30 -> ask_photo | otherwise -> late
  ask_photo  learn photo x2 -> proof
  proof      decide fields.photo == true -> agree | otherwise -> no_proof
  agree      confirm send x2 -> send / moved
  send       act ship { order_id == fields.order_id, address == records.order.address } -> told
  told       tell inform/sent "within 3 days" -> done
  no_order   tell explain/unknown -> done
  no_proof   tell decline/photo -> done
  late       tell decline/late -> done
  moved      handover moved
  done       end
  forbid free tool ship when fields.photo != true
`)

test('[A2] [W1] [W2] an agent that follows the procedure does only what is due', () => {
  check(
    SHOP,
    `
    customer  open r1 p
    due ask_order
    agent     ask order_id                         <- due ask_order
    customer  order_id=O1
    due look
    tool      look order_id=O1                     <- due look
    due ask_photo
    decided has>look1@3 known>window1@4 window>ask_photo0@4
    agent     ask photo                            <- due ask_photo
    customer  photo=true
    due agree
    agent     propose ship order_id=O1             <- due agree
    customer  yes
    due send
    tool      ship order_id=O1 address=Elm         <- due send
    due told
    agent     inform/sent "It comes Within  3 days"  <- due told
    due done
    agent     bye                                  <- due done
    due -
    satisfied ask_order@3 look@4 ask_photo@6 agree@8 send@9 told@10 done@11
    agent     bye                                  <- permitted
    tool      close                                <- permitted
    `,
  )
})

describe('variables', () => {
  test('[V1] a field holds the latest claim; unsaid it is unknown; identity serves all requests', () => {
    const graph = `
      mail  learn email -> big
      big   learn size -> kind
      kind  decide fields.size == 'big' -> yes | otherwise -> no
      yes   tell inform/yes -> done
      no    tell inform/no -> done
      done  end`
    check(
      graph,
      `
      customer  open r1 p
      due mail big
      customer  email=a@x; size=small; size=big
      due yes
      customer  open r2 p
      due r1:yes r2:big
      customer  r2.email=b@x
      due r1:yes r2:big
      `,
    )
  })

  const LOOKED = `
    order   learn order_id -> look
    look    check order look -> known
    known   decide records.order == absent -> none | records.order.total > 10 -> dear | otherwise -> cheap
    none    tell inform/none -> done
    dear    tell inform/dear -> done
    cheap   tell inform/cheap -> done
    done    end`

  test('[V2a] [V2c] [V2d] [V2e] a record is the row its key names: absent without one, bound anew by a new claim', () => {
    check(
      LOOKED,
      `
      customer  open r1 p; order_id=O1
      tool      look order_id=O1      <- due look
      due cheap
      customer  order_id=O2
      due look
      tool      look order_id=O2      <- due look
      due dear
      customer  order_id=O9
      tool      look order_id=O9      <- due look
      due none
      customer  order_id=O1
      due cheap
      `,
    )
  })

  test('[V2b] a refused key makes the record absent, with nothing to look up', () => {
    check(
      LOOKED,
      `
      customer  open r1 p; order_id refused
      due none
    `,
    )
  })

  test('[V2a] a row found by another column than its key serves', () => {
    const graph = `
      mail   learn email -> look
      look   check account find_account -> vip
      vip    decide records.account.vip == true -> yes | otherwise -> no
      yes    tell inform/yes -> done
      no     tell inform/no -> done
      done   end`
    check(
      graph,
      `
      customer  open r1 p; email=b@x
      tool      find_account email=b@x   <- due look
      due no
    `,
    )
  })

  test('[V3a] a decision is made on the values of the moment its last variable is settled, reached or not', () => {
    const graph = `
      look   check order look -> pay
      pay    act pay { order_id == fields.order_id } -> dear
      dear   decide records.order.status == 'paid' -> one | otherwise -> two
      one    tell inform/one -> done
      two    tell inform/two -> done
      done   end`
    check(
      graph,
      `
      customer  open r1 p; order_id=O1
      tool      look order_id=O1                            <- due look
      tool      pay order_id=O1 [orders.O1.status=sent]     <- due pay
      decided dear>one0@2
      due one
      tool      look order_id=O1                            <- permitted
      due one
      world     orders.O1.status=lost
      tool      look order_id=O1                            <- permitted
      due two
      decided dear>two1@5
      `,
    )
  })

  test('[V3c] the agent deleting or inserting a row reopens nothing', () => {
    check(
      LOOKED,
      `
      customer  open r1 p; order_id=O9
      tool      look order_id=O9                     <- due look
      tool      nothing id=O9 [orders.O9.total=99]   <- unknown
      tool      look order_id=O9                     <- permitted
      due none
      customer  order_id=O1
      tool      look order_id=O1                     <- due look
      tool      nothing id=O1 [orders.O1.gone=1]     <- unknown
      due cheap
      tool      look order_id=O1                     <- permitted
      due cheap
      `,
    )
  })

  test('[V3b] [V6b] a row that came or went by nobody in this conversation unmakes the decision', () => {
    check(
      LOOKED,
      `
      customer  open r1 p; order_id=O9
      tool      look order_id=O9           <- due look
      due none
      world     orders.O9.total=99
      tool      look order_id=O9           <- permitted
      due dear
      world     orders.O9.gone=1
      tool      look order_id=O9           <- permitted
      due none
      `,
    )
  })

  test('[V4] a record through another is settled when both rows were read', () => {
    const graph = `
      look   check order look -> who
      who    check customer look_customer -> vip
      vip    decide records.customer.vip == true -> yes | otherwise -> no
      yes    tell inform/yes -> done
      no     tell inform/no -> done
      done   end`
    check(
      graph,
      `
      customer  open r1 p; order_id=O1
      relevant order_id
      due look who
      tool      look order_id=O1               <- due look
      due who
      tool      look_customer customer_id=C2   <- due who
      due who
      tool      look_customer customer_id=C1   <- due who
      due yes
      `,
    )
  })

  test('[V5] specials equal only themselves and have no order', () => {
    const graph = `
      size   learn size -> kind
      kind   decide fields.size == refused -> a | fields.size < 5 -> b | otherwise -> c
      a      tell inform/a -> done
      b      tell inform/b -> done
      c      tell inform/c -> done
      done   end`
    check(graph, 'customer open r1 p; size unavailable\n due c')
    check(graph, 'customer open r1 p; size refused\n due a')
    check(graph, 'customer open r1 p; size=4\n due b')
  })

  test('[V6] [V6a] the same claim again is no change; a lack after a claim is one', () => {
    const graph = `
      size   learn size -> kind
      kind   decide fields.size == refused -> a | otherwise -> b
      a      tell decline/a -> done
      b      tell decline/b -> done
      done   end`
    check(
      graph,
      `
      customer  open r1 p; size=4
      agent     decline/b            <- due b
      customer  size=4
      due done
      customer  size refused
      due a
      decided kind>a0@4
      `,
    )
  })

  test('[V7a] after attempts_max unanswered requests the field is refused; a claim ends the count', () => {
    check(
      SHOP,
      `
      customer  open r1 p
      agent     ask order_id         <- due ask_order
      agent     ask order_id         <- due ask_order
      customer  dodge order_id
      due ask_order
      agent     ask photo            <- permitted
      customer  thanks
      due ask_order
      agent     ask order_id         <- due ask_order
      customer  thanks
      due no_order
      satisfied ask_order@8
      customer  order_id=O1
      due look
      agent     ask order_id         <- permitted
      customer  thanks
      agent     ask order_id         <- permitted
      customer  thanks
      due look
      `,
    )
  })

  test('[V8] derived variables: days, difference, same', () => {
    const graph = (guard: string) => `
      mail   learn email -> look
      look   check order look -> who
      who    check customer look_customer -> kind
      kind   decide ${guard} -> yes | otherwise -> no
      yes    tell inform/yes -> done
      no     tell inform/no -> done
      done   end`
    const told = (order: string, customer: string) => `
      customer  open r1 p; order_id=${order}; email=a@x
      tool      look order_id=${order}                  <- due look
      tool      look_customer customer_id=${customer}   <- due who`
    check(graph('derived.age == 3'), `${told('O1', 'C1')}\n due yes`)
    check(graph('derived.age == absent'), `${told('O2', 'C2')}\n due yes`)
    check(graph('derived.left == 5'), `${told('O1', 'C1')}\n due yes`)
    check(graph('derived.owner == true'), `${told('O1', 'C1')}\n due yes`)
    check(graph('derived.owner == true'), `${told('O2', 'C2')}\n due no`)
  })
})

describe('requests', () => {
  const TWO = graphOf(`
    procedure refund look
    look    check order look -> pay
    pay     act pay { order_id == fields.order_id } -> done
    done    end
    procedure swap look
    look    check order look -> ship
    ship    act ship { order_id == fields.order_id } -> done
    done    end
    forbid dear tool ship when records.order.total > 20`)

  test('[R1b] a shared field serves later requests that are told no other', () => {
    const graph = `
      which  learn ticket -> kind
      kind   decide fields.ticket == 't1' -> one | otherwise -> other
      one    tell inform/one -> done
      other  tell inform/other -> done
      done   end`
    check(
      graph,
      `
      customer  open r1 p; ticket=t1
      due one
      customer  open r2 p
      due r1:one r2:one
      customer  r2.ticket=t2
      due r1:one r2:other
      customer  open r3 p
      due r1:one r2:other r3:which
      customer  ticket=t2
      due r1:other r2:other r3:other
      `,
    )
    check(
      graph,
      `
      customer  open r1 p; ticket refused
      due other
      customer  open r2 p
      due r1:other r2:which
      `,
    )
  })

  test('[R1] [R1a] a changed mind withdraws; each request has its own fields, decisions and walk; look-ups serve all', () => {
    check(
      TWO,
      `
      customer  open r1 refund; order_id=O1
      tool      look order_id=O1            <- due look
      due pay
      customer  open r2 swap r1; r2.order_id=O1
      live r2
      due r2:ship
      customer  r1.order_id=O2
      tool      pay order_id=O1             <- off-path pay: fields.intent == 'refund', intent is "swap"
      customer  r2.withdraw
      due -
      ending yes
      tool      pay order_id=O1             <- off-path pay
      tool      ship order_id=O1            <- off-path ship: the customer withdrew the request
      agent     bye                         <- due
      `,
    )
  })

  test('[R2] a call belongs to the request in which it is due, whose constraints it meets, or whose rows it names', () => {
    const walk = check(
      TWO,
      `
      customer  open r1 refund; order_id=O1; open r2 refund; r2.order_id=O2
      tool      look order_id=O2            <- due look
      tool      look order_id=O1            <- due look
      tool      pay order_id=O2             <- due pay
      tool      pay order_id=O1             <- due pay
      due r1:done r2:done
      tool      pay order_id=O2             <- off-path pay: it was done already, in event 4
      tool      pay order_id=O7             <- off-path pay
      `,
    )
    expect(walk.requests().map((one) => one.satisfied.map((step) => step.n))).toEqual([
      [3, 5],
      [2, 4],
    ])
  })

  test('[R3] an act of words belongs to the first request in which it is due, else to the latest', () => {
    const graph = graphOf(`
      procedure a ask
      ask    learn size -> done
      done   end
      procedure b ask
      ask    learn colour -> done
      done   end`)
    check(
      graph,
      `
      customer  open r1 a; open r2 b
      due r1:ask r2:ask
      agent     ask size            <- due ask
      agent     ask colour          <- due ask
      agent     bye                 <- premature done (ask)
      `,
    )
  })

  test('[R4] forbids are read with the rows the arguments name', () => {
    check(
      TWO,
      `
      customer  open r1 swap; order_id=O1
      tool      look order_id=O1            <- due look
      tool      ship order_id=O2            <- forbidden dear
      tool      ship order_id=O1            <- due ship
      `,
    )
  })
})

describe('steps', () => {
  const LOOP = graphOf(`
    ask      learn photo x2 -> sharp
    sharp    decide fields.photo == 'blurred' => ask~2 | otherwise -> good
    ask~2    learn photo x2 -> sharp~2
    sharp~2  decide fields.photo == 'blurred' => ask~3 | otherwise -> good
    ask~3    learn photo x2 -> sharp~3
    sharp~3  decide fields.photo == 'blurred' -> no | otherwise -> good
    good     decide fields.photo == refused -> no | otherwise -> yes
    yes      tell inform/yes -> done
    no       tell decline/no -> done
    done     end`)

  test('[S1] [V3d] [W5] in a later round only a claim after the round began satisfies learn', () => {
    check(
      LOOP,
      `
      customer  open r1 p; photo=blurred
      due ask~2
      agent     ask photo            <- due ask~2
      customer  photo=blurred
      due ask~3
      agent     ask photo            <- due ask~3
      customer  photo=sharp
      due yes
      decided sharp>ask~20@1 sharp~2>ask~30@3 sharp~3>good1@5 good>yes1@5
      `,
    )
  })

  test('[W5] [V6c] the answer of a later round leaves the earlier rounds decided, so that loops count', () => {
    check(
      LOOP,
      `
      customer  open r1 p; photo=blurred
      customer  photo=sharp
      due yes
      decided sharp>ask~20@1 sharp~2>good1@2 good>yes1@2
      customer  photo=blurred
      due ask~3
      customer  photo=blurred
      due no
      `,
    )
  })

  test('[V7b] attempts of a later round count from its beginning', () => {
    check(
      LOOP,
      `
      customer  open r1 p
      agent     ask photo            <- due ask
      customer  dodge photo
      agent     ask photo            <- due ask
      customer  photo=blurred
      agent     ask photo            <- due ask~2
      customer  thanks
      due ask~2
      agent     ask photo            <- due ask~2
      customer  thanks
      due no
      `,
    )
  })

  const POLL = `
    look     check order look -> paid
    paid     decide records.order.status == 'paid' => look~2 | otherwise -> yes
    look~2   check order look -> paid~2
    paid~2   decide records.order.status == 'paid' -> no | otherwise -> yes
    yes      tell inform/yes -> done
    no       tell inform/no -> done
    done     end`

  test('[S2] in a later round a check wants a look-up after the round began', () => {
    check(
      POLL,
      `
      customer  open r1 p; order_id=O1
      tool      look order_id=O1     <- due look
      due look~2
      world     orders.O1.status=sent
      tool      peek order_id=O1     <- due look~2
      due yes
      decided paid>look~20@2 paid~2>yes1@3
      `,
    )
  })

  const CHOICE = graphOf(`
    kind   learn size -> how
    how    choice fields.size == 'big' -> gift | fields.size != 'none' -> sorry | otherwise -> pay
    gift   tell offer/gift -> pay
    sorry  tell comfort -> pay
    pay    act pay -> done
    done   end`)

  test('[S3] every edge that holds is acceptable; what is due on one way only makes the choice', () => {
    check(
      CHOICE,
      `
      customer  open r1 p; size=big
      due gift sorry
      decided -
      agent     comfort              <- due sorry
      decided how>sorry1@2
      due pay
      tool      pay                  <- due pay
      due done
      `,
    )
    check(CHOICE, 'customer open r1 p; size=none\n due pay\n decided how>pay2@1')
  })

  test('[S3] a way without the optional step is chosen by going on', () => {
    const graph = `
      may    choice true -> gift | true -> pay
      gift   tell offer/gift -> pay
      pay    act pay -> done
      done   end`
    check(
      graph,
      `
      customer  open r1 p
      due gift pay
      tool      pay                  <- due pay
      decided may>pay1@2
      due done
      agent     offer/gift           <- permitted
      due done
      `,
    )
  })

  test('[S3] making the decision again forgets the choice', () => {
    check(
      CHOICE,
      `
      customer  open r1 p; size=big
      agent     comfort              <- due sorry
      customer  size=huge
      due sorry
      customer  size=big
      due gift sorry
      `,
    )
  })

  const CONFIRM = `
    ask    learn size -> agree
    agree  confirm send x2 -> send / no
    send   act ship { size == fields.size } -> done
    no     tell decline/no -> done
    done   end`

  test('[S4a] a yes to the proposal satisfies confirm, a no leads to if_refused, the first answer decides', () => {
    const walk = check(
      CONFIRM,
      `
      customer  open r1 p; size=big
      agent     propose ship size=small      <- off-path agree: size == fields.size ("big"), size is "small"
      customer  yes
      due agree
      agent     propose ship                 <- due agree
      customer  yes
      due send
      `,
    )
    expect(walk.requests()[0]?.agreed).toEqual([{ step: 'p/agree', arguments: {}, n: 5 }])
    check(
      CONFIRM,
      `
      customer  open r1 p; size=big
      agent     propose ship size=big        <- due agree
      customer  no
      due no
      customer  yes
      due no
      tool      ship size=big                <- off-path send: the customer said no to p/agree
      `,
    )
  })

  test('[S4b] proposals answered by neither yes nor no count as a no; without if_refused the request is withdrawn', () => {
    const rounds = `
      customer  open r1 p; size=big
      agent     propose ship size=big        <- due agree
      customer  thanks
      due agree
      agent     propose ship size=big        <- due agree
      customer  thanks`
    check(CONFIRM, `${rounds}\n due no`)
    check(CONFIRM.replace(' / no', ''), `${rounds}\n live -\n due -\n ending yes`)
  })

  test('[S4] [S8] a change after the proposal asks for a new one', () => {
    check(
      CONFIRM,
      `
      customer  open r1 p; size=big
      agent     propose ship size=big        <- due agree
      customer  yes; size=small
      due agree
      agent     propose ship size=small      <- due agree
      customer  yes
      tool      ship size=big                <- off-path send
      tool      ship size=small              <- due send
      customer  size=big
      due agree
      `,
    )
  })

  test('[S5] a call satisfies one step, must succeed, and must equal what was agreed', () => {
    const graph = `
      agree  confirm send -> send / no
      send   act ship -> again
      again  act ship -> done
      no     tell decline/no -> done
      done   end`
    check(
      graph,
      `
      customer  open r1 p
      agent     propose ship to=Elm   <- due agree
      customer  yes
      tool      ship to=Oak           <- premature again (send)
      tool      ship to=Elm fails     <- due send
      due send
      tool      ship to=Elm           <- due send
      due done
      `,
    )
    check(
      'send act ship { n == 2 } -> done\n done end',
      `
      customer  open r1 p
      tool      ship                  <- off-path send: n == 2, n is missing
      tool      ship n=2              <- due send
      `,
    )
  })

  test('[S6] [S6a] [S6b] tell: act, topic and, where asked for, the wording', () => {
    const graph = `
      why    tell explain/why "no  Refund" -> sorry
      sorry  tell comfort -> done
      done   end`
    check(
      graph,
      `
      customer  open r1 p
      agent     explain/other "no refund"      <- permitted
      customer  silence
      agent     explain/why "we cannot"        <- due why
      due why sorry
      agent     explain "there is NO refund"   <- due why
      due sorry
      agent     comfort/weather                <- due sorry
      due done
      `,
    )
  })

  test('[S6a] [S6c] what it holds is compared by value, over all messages of the turn', () => {
    const graph = `
      told   tell inform/sent [3 working days] -> done
      done   end`
    check(
      graph,
      `
      customer  open r1 p
      agent     inform/sent "within four working days" <- due told
      due told
      customer  silence
      agent     inform/sent "it is on its way"         <- due told
      due told
      agent     greet "It takes three business days."  <- permitted
      due done
      `,
    )
  })

  test('[S6d] the claim of a deed tells of it, once it is true', () => {
    const graph = `
      send   act ship -> told
      told   tell inform/sent [3 days] -> done
      done   end`
    check(
      graph,
      `
      customer  open r1 p
      agent     claim ship "sent, it takes 3 days" <- permitted
      due send
      tool      ship                                    <- due send
      due done
      `,
    )
    check(
      graph,
      `
      customer  open r1 p
      agent     claim ship "sent, it takes 3 days" <- permitted
      customer  silence
      tool      ship                                    <- due send
      due told
      agent     claim ship "it is sent"            <- due told
      due told
      agent     claim ship "it takes 3 days"       <- due told
      due done
      `,
    )
  })

  test('[S7] [W4] after a handover ending is due, and words are permitted', () => {
    check(
      'hand handover because',
      `
      customer  open r1 p
      due hand
      tool      hand fails                     <- due hand
      due hand
      tool      hand                           <- due hand
      due -
      ending yes
      agent     decline/anything; inform       <- permitted | permitted
      agent     bye                            <- due
      `,
    )
  })

  test('[S7] an ending that was not due ends nothing', () => {
    check(
      'ask learn size -> done\n done end',
      `
      customer  open r1 p
      agent     bye                            <- premature done (ask)
      customer  size=big
      due done
      tool      close                          <- due done
      ending no
      `,
    )
  })

  test('[S8] [A7] a correction reopens what rests on it; the rest stays done', () => {
    check(
      SHOP,
      `
      customer  open r1 p; order_id=O2; photo=true
      tool      look order_id=O2               <- due look
      due late
      agent     decline/late                   <- due late
      due done
      customer  order_id=O1
      due look
      tool      look order_id=O1               <- due look
      due agree
      decided has>look1@4 known>window1@5 window>ask_photo0@5 proof>agree0@1
      `,
    )
  })
})

describe('walk', () => {
  test('[W2] a step with needs waits; end waits for the other requests', () => {
    const graph = graphOf(`
      procedure a one
      one    tell inform/one -> two
      two    tell inform/two -> done needs one
      done   end`)
    check(
      graph,
      `
      customer  open r1 a
      due one
      agent     inform/two           <- permitted
      due one
      agent     inform/one           <- due one
      due done
      customer  open r2 a
      due r2:one
      agent     inform/one; inform/two   <- due one | permitted
      due r1:done r2:done
      agent     bye                  <- due done
      ending no
      `,
    )
  })

  const RUDE = graphOf(`
    procedure p ask
    ask    learn size -> pay
    pay    act pay -> done
    done   end
    interrupt rude abuse 2 warn
    warn   tell explain/tone -> back
    back   resume
    interrupt person demand_human 1 hand fields.size == 'big'
    hand   handover asked`)

  test('[W3] an interrupt fires on the nth act, once; until its detour is through nothing else is due', () => {
    check(
      RUDE,
      `
      customer  open r1 p; abuse
      due ask
      customer  abuse; size=small
      due warn
      tool      pay                  <- premature pay (warn)
      agent     explain/tone         <- due warn
      due done
      customer  abuse
      due done
      satisfied warn@4 ask@2 pay@3
      `,
    )
  })

  test('[W3] its guard is read on what is known; of two detours the later comes first', () => {
    check(RUDE, 'customer open r1 p; human\n due ask\n customer size=big; human\n due pay')
    check(
      RUDE,
      `
      customer  open r1 p; abuse; abuse
      due warn
      customer  size=big; human
      due hand
      tool      pay                  <- off-path pay
      tool      hand                 <- due hand
      ending yes
      `,
    )
  })

  test('[W4] with no live request ending is due', () => {
    check(
      'ask learn size -> done\n done end',
      `
      ending yes
      agent     greet; decline       <- permitted | unknown
      customer  open r1 p; withdraw
      ending yes
      `,
    )
  })

  test('[W6] [A4a] [A4b] [A4c] premature on the ways that are still possible, off-path elsewhere; unknown is what nobody asks for', () => {
    check(
      SHOP,
      `
      customer  open r1 p
      agent     decline/late                   <- premature late (ask_order, look)
      tool      other                          <- unknown
      tool      look order_id=O2               <- permitted
      customer  order_id=O2
      agent     decline/photo                  <- off-path no_proof: derived.age <= 30, age is absent
      due done
      agent     decline/late                   <- permitted
      `,
    )
    check(
      SHOP,
      `
      customer  open r1 p; order_id=O1
      agent     decline/late                   <- off-path late: !(derived.age <= 30), age is 3
      agent     decline/photo                  <- premature no_proof (look, ask_photo)
      `,
    )
  })

  test('[W7] relevant are the fields of the decision at which the walk stopped', () => {
    check(
      SHOP,
      `
      customer  open r1 p
      relevant order_id
      customer  order_id=O1
      relevant order_id
      tool      look order_id=O1     <- due look
      relevant photo
      customer  photo=true
      relevant -
      `,
    )
  })
})

describe('actions', () => {
  test('[A1] an agent turn is all it does between two customer messages: one attempt however often it asks', () => {
    check(
      'ask learn size x2 -> done\n done end',
      `
      customer  open r1 p
      agent     ask size             <- due ask
      agent     ask size             <- due ask
      customer  thanks
      due ask
      `,
    )
  })

  test('[A3] reads and kind words are permitted; a proposal ahead if all before it is decided', () => {
    check(
      SHOP,
      `
      customer  open r1 p; photo=true; order_id=O1
      tool      find_account email=a@x         <- permitted
      agent     inform; comfort; offer/x; greet; claim ship   <- permitted | permitted | permitted | permitted | permitted
      agent     propose ship order_id=O1       <- premature agree (look)
      tool      look order_id=O1               <- due look
      agent     request-proof                  <- unknown
      tool      nothing                        <- unknown
      agent     propose nothing                <- unknown
      `,
    )
    check(
      'one tell inform/one -> agree\n agree confirm pay -> pay\n pay act pay -> two\n two act ship -> done\n done end',
      `
      customer  open r1 p
      agent     propose ship                   <- permitted
      agent     propose pay                    <- due agree
      `,
    )
  })

  test('[A3] a tell already made may be made again', () => {
    check(
      'no tell decline/x -> done\n done end',
      `
      customer  open r1 p
      agent     decline/x                      <- due no
      agent     decline/x                      <- permitted
      agent     decline/y                      <- unknown
      `,
    )
  })

  test('[A4d] forbidden wins over due; says forbids a value in the message', () => {
    const graph = `
      look   check order look -> pay
      pay    act pay -> done
      done   end
      forbid never tool pay when records.order.total == 9
      forbid hush says records.order.address when derived.owner != true
      forbid soft tell offer/gift when true`
    check(
      graph,
      `
      customer  open r1 p; order_id=O1
      tool      look order_id=O1               <- due look
      tool      pay                            <- forbidden never
      agent     inform "Is it ELM street?"     <- forbidden hush
      agent     "it goes to Elm."              <- forbidden hush
      agent     inform "An elmtree"            <- permitted
      agent     "Nothing at all"
      agent     offer/gift; offer              <- forbidden soft | permitted
      `,
    )
  })

  test('[A5] [S6a] the words of a message complete nothing before its own acts are judged', () => {
    check(
      `
      ask    learn size -> which
      which  decide fields.size == 'big' -> told | otherwise -> told
      told   tell inform/sent [3 days] -> done
      done   end`,
      `
      customer  open r1 p
      agent     inform/sent "it is on its way"  <- permitted
      agent     bye "It takes 3 days."          <- premature done (ask, told)
      customer  size=big
      due done
      `,
    )
  })

  test('[A5] the acts of one message are judged in the state before it; a premature write satisfies its step', () => {
    check(
      SHOP.forbids.length > 0 ? { ...SHOP, forbids: [] } : SHOP,
      `
      customer  open r1 p; order_id=O1
      tool      ship order_id=O1 address=Elm   <- premature send (look, ask_photo, agree)
      due look
      tool      look order_id=O1               <- due look
      customer  photo=true
      due agree
      agent     propose ship; inform/sent "within 3 days"   <- due agree | permitted
      customer  yes
      due done
      tool      ship order_id=O1 address=Elm   <- off-path send: it was done already, in event 2
      `,
    )
  })

  test('[A6] after a wrong write no tell is owed; where the due act became impossible, handover is due', () => {
    check(
      SHOP,
      `
      customer  open r1 p; order_id=O1; photo refused
      tool      look order_id=O1               <- due look
      due no_proof
      tool      ship order_id=O1 address=Elm   <- forbidden free
      due done
      agent     decline/photo                  <- permitted
      agent     bye                            <- due done
      `,
    )
    const graph = `
      look   check order look -> pay
      pay    act pay { order_id == fields.order_id } -> told
      told   tell inform/paid -> done
      done   end
      forbid lost tool cancel when true`
    check(
      graph,
      `
      customer  open r1 p; order_id=O1
      tool      look order_id=O1               <- due look
      tool      cancel fails                   <- forbidden lost
      due pay
      impossible pay
      due pay
      tool      cancel                         <- forbidden lost
      due pay!
      tool      pay order_id=O1                <- off-path pay: the back office can no longer do it
      tool      hand                           <- due pay
      `,
    )
  })

  test('[A7] what does not rest on the changed field stays done', () => {
    const graph = `
      sorry  tell comfort -> size
      size   learn size -> kind
      kind   decide fields.size == 'big' -> a | otherwise -> b
      a      tell decline/a -> col
      b      tell decline/b -> col
      col    learn colour -> done
      done   end`
    check(
      graph,
      `
      customer  open r1 p; size=big; colour=red
      agent     comfort; decline/a   <- due sorry | due a
      due done
      customer  colour=blue
      due done
      customer  size=small
      due b
      agent     decline/b            <- due b
      customer  size=big
      due a
      `,
    )
  })
})

const openedOn = (picture: string, possible: () => boolean = () => true) => {
  const walk = startWalk(graphOf(picture), {
    today: '2026-03-10',
    role: () => 'write',
    keyOf: () => 'id',
    row: () => null,
    possible,
  })
  walk.take({ type: 'customer', n: 1, moves: [{ do: 'open', request: 'r1', intent: 'p' }] })
  return walk
}

test('[A6] what is due is worked out once between two events, and anew when the back office changed without one', () => {
  let possible = true
  const walk = openedOn(
    `
    pay   act pay -> done
    done  end
    forbid lost tool cancel when true`,
    () => possible,
  )
  walk.take({ type: 'called', n: 2, tool: 'cancel', input: {}, ok: true, reads: [], changes: [] })
  const due = walk.due()
  possible = false
  expect(walk.due()).toBe(due)
  walk.forget()
  expect(walk.due()).toEqual([{ request: 'r1', step: 'p/pay', instead: 'handover' }])
})

test('owed is what stands undone on every way to the end; of a choice only what all its ways owe, if one owes no more', () => {
  const owedOn = (ways: string) =>
    openedOn(`
    hello  tell comfort -> pick
    pick   choice true -> pay | true -> other
    pay    act pay -> told
    ${ways}
    told   tell inform/paid -> done
    done   end`)
      .owed()
      .map(({ step }) => step)
  expect(owedOn('other  tell offer/other -> told')).toEqual(['p/hello', 'p/pay'])
  expect(owedOn('other  learn size -> told')).toEqual(['p/hello', 'p/pay'])
  expect(owedOn('other  learn size -> done')).toEqual(['p/hello'])
})
