import type { Json, JsonObject } from '../../../base/values/json.ts'
import { idOf, listOf, numberOf, objectOf, textOf } from '../shared/members.ts'
import type { ReplayedDesk, Tables, Write } from './replayed-desk.ts'

/**
 * The airline of tau-bench: what its writes do to its published tables, and when they refuse, as its authors define them. A
 * refused call changes nothing, which is also how a wrong expected call is recognised.
 */
const INSURANCE = 30
const BAG = 50
const NEW_RESERVATIONS = ['HATHAT', 'HATHAU', 'HATHAV']
const NEW_CERTIFICATES = ['certificate_3221322', 'certificate_3221323', 'certificate_3221324']
const CREATED_AT = '2024-05-15T15:00:00'

const rowIn = (tables: Tables, table: string, key: Json | undefined): JsonObject | null => {
  const id = idOf(key)
  const rows = tables[table] ?? {}
  return id !== null && Object.hasOwn(rows, id) ? objectOf(rows[id]) : null
}

const withRow = (tables: Tables, table: string, key: string, row: Json): Tables => ({
  ...tables,
  [table]: { ...tables[table], [key]: row },
})

/** The seat a flight has on a day, in a cabin; null: there is none to sell. */
function fareOf(tables: Tables, wanted: JsonObject, { cabin, seats }: { cabin: string; seats: number }) {
  const flight = rowIn(tables, 'flights', wanted['flight_number'])
  const day = objectOf(objectOf(flight?.['dates'])[textOf(wanted['date']) ?? ''])
  const free = numberOf(objectOf(day['available_seats'])[cabin])
  const price = numberOf(objectOf(day['prices'])[cabin])
  if (flight === null || day['status'] !== 'available' || free === null || free < seats || price === null)
    return null
  return { price, origin: flight['origin'] ?? null, destination: flight['destination'] ?? null }
}

const paymentOf = (user: JsonObject, id: Json | undefined): JsonObject | null => {
  const methods = objectOf(user['payment_methods'])
  const key = idOf(id)
  return key !== null && Object.hasOwn(methods, key) ? objectOf(methods[key]) : null
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

const book: Write = (tables, input) => {
  const user = rowIn(tables, 'users', input['user_id'])
  const id = NEW_RESERVATIONS.find((one) => rowIn(tables, 'reservations', one) === null)
  if (user === null || id === undefined) return null
  const cabin = textOf(input['cabin']) ?? ''
  const passengers = listOf(input['passengers'])
  const fares = listOf(input['flights']).map((wanted) =>
    fareOf(tables, objectOf(wanted), { cabin, seats: passengers.length }),
  )
  if (fares.some((fare) => fare === null)) return null
  const insured = input['insurance'] === 'yes' ? INSURANCE * passengers.length : 0
  const bags = BAG * (numberOf(input['nonfree_baggages']) ?? 0)
  const total = sum(fares.map((fare) => (fare?.price ?? 0) * passengers.length)) + insured + bags
  const payments = listOf(input['payment_methods']).map(objectOf)
  const covered = payments.every(({ payment_id, amount }) => {
    const method = paymentOf(user, payment_id)
    const isLimited = method?.['source'] === 'gift_card' || method?.['source'] === 'certificate'
    return method !== null && (!isLimited || (numberOf(method['amount']) ?? 0) >= (numberOf(amount) ?? 0))
  })
  if (!covered || sum(payments.map(({ amount }) => numberOf(amount) ?? 0)) !== total) return null
  const flights = listOf(input['flights']).map((wanted, place) => ({ ...objectOf(wanted), ...fares[place] }))
  const reservation = {
    reservation_id: id,
    user_id: input['user_id'] ?? null,
    origin: input['origin'] ?? null,
    destination: input['destination'] ?? null,
    flight_type: input['flight_type'] ?? null,
    cabin,
    flights,
    passengers,
    payment_history: payments,
    created_at: CREATED_AT,
    total_baggages: input['total_baggages'] ?? null,
    nonfree_baggages: input['nonfree_baggages'] ?? null,
    insurance: input['insurance'] ?? null,
  }
  const methods = payments.reduce(
    (left, { payment_id, amount }) => spend(left, payment_id, numberOf(amount) ?? 0),
    objectOf(user['payment_methods']),
  )
  const paid = { ...user, payment_methods: methods, reservations: [...listOf(user['reservations']), id] }
  return withRow(
    withRow(tables, 'reservations', id, reservation),
    'users',
    idOf(input['user_id']) ?? '',
    paid,
  )
}

/** A certificate is used up whole; a gift card keeps the rest. */
function spend(methods: JsonObject, payment: Json | undefined, amount: number): JsonObject {
  const id = idOf(payment) ?? ''
  const method = objectOf(methods[id])
  if (method['source'] === 'certificate')
    return Object.fromEntries(Object.entries(methods).filter(([name]) => name !== id))
  if (method['source'] !== 'gift_card') return methods
  return { ...methods, [id]: { ...method, amount: (numberOf(method['amount']) ?? 0) - amount } }
}

const cancel: Write = (tables, input) => {
  const reservation = rowIn(tables, 'reservations', input['reservation_id'])
  if (reservation === null) return null
  const history = listOf(reservation['payment_history'])
  const refunds = history.map((payment) => {
    const { payment_id, amount } = objectOf(payment)
    return { payment_id: payment_id ?? null, amount: -(numberOf(amount) ?? 0) }
  })
  const cancelled = { ...reservation, payment_history: [...history, ...refunds], status: 'cancelled' }
  return withRow(tables, 'reservations', idOf(input['reservation_id']) ?? '', cancelled)
}

const compensate: Write = (tables, input) => {
  const user = rowIn(tables, 'users', input['user_id'])
  const id = user === null ? undefined : NEW_CERTIFICATES.find((one) => paymentOf(user, one) === null)
  if (user === null || id === undefined) return null
  const certificate = { source: 'certificate', amount: input['amount'] ?? null, id }
  const methods = { ...objectOf(user['payment_methods']), [id]: certificate }
  return withRow(tables, 'users', idOf(input['user_id']) ?? '', { ...user, payment_methods: methods })
}

/** A change of a reservation that costs something; null: its payment does not cover it. */
function charged(
  tables: Tables,
  reservation: JsonObject,
  { payment, price, change }: { payment: Json | undefined; price: number; change: JsonObject },
): Tables | null {
  const user = rowIn(tables, 'users', reservation['user_id'])
  const method = user === null ? null : paymentOf(user, payment)
  if (user === null || method === null || method['source'] === 'certificate') return null
  if (method['source'] === 'gift_card' && (numberOf(method['amount']) ?? 0) < price) return null
  const paid = price === 0 ? [] : [{ payment_id: idOf(payment), amount: price }]
  const history = [...listOf(reservation['payment_history']), ...paid]
  const methods = spend(objectOf(user['payment_methods']), payment, price)
  const changed = { ...reservation, ...change, payment_history: history }
  const kept = withRow(tables, 'reservations', idOf(reservation['reservation_id']) ?? '', changed)
  return method['source'] === 'gift_card'
    ? withRow(kept, 'users', idOf(reservation['user_id']) ?? '', { ...user, payment_methods: methods })
    : kept
}

const changeBags: Write = (tables, input) => {
  const reservation = rowIn(tables, 'reservations', input['reservation_id'])
  if (reservation === null) return null
  const more = (numberOf(input['nonfree_baggages']) ?? 0) - (numberOf(reservation['nonfree_baggages']) ?? 0)
  const change = {
    total_baggages: input['total_baggages'] ?? null,
    nonfree_baggages: input['nonfree_baggages'] ?? null,
  }
  return charged(tables, reservation, {
    payment: input['payment_id'],
    price: BAG * Math.max(0, more),
    change,
  })
}

const changeFlights: Write = (tables, input) => {
  const reservation = rowIn(tables, 'reservations', input['reservation_id'])
  if (reservation === null) return null
  const seats = listOf(reservation['passengers']).length
  const cabin = textOf(input['cabin']) ?? ''
  const old = listOf(reservation['flights']).map(objectOf)
  const flights = listOf(input['flights']).map((given) => {
    const wanted = objectOf(given)
    const same = old.find(
      ({ flight_number, date }) =>
        flight_number === wanted['flight_number'] &&
        date === wanted['date'] &&
        cabin === reservation['cabin'],
    )
    const fare = same ?? fareOf(tables, wanted, { cabin, seats })
    if (fare === null) return null
    const { price, origin, destination } = fare
    return { ...wanted, price: price ?? null, origin: origin ?? null, destination: destination ?? null }
  })
  if (flights.some((flight) => flight === null)) return null
  const priceOf = (list: readonly (JsonObject | null)[]): number =>
    sum(list.map((flight) => numberOf(flight?.['price']) ?? 0)) * seats
  const price = priceOf(flights) - priceOf(old)
  return charged(tables, reservation, { payment: input['payment_id'], price, change: { flights } })
}

const changePassengers: Write = (tables, input) => {
  const reservation = rowIn(tables, 'reservations', input['reservation_id'])
  const passengers = listOf(input['passengers'])
  if (reservation === null || passengers.length !== listOf(reservation['passengers']).length) return null
  return withRow(tables, 'reservations', idOf(input['reservation_id']) ?? '', { ...reservation, passengers })
}

export const AIRLINE: ReplayedDesk = {
  tables: ['flights', 'reservations', 'users'],
  writes: {
    book_reservation: book,
    cancel_reservation: cancel,
    send_certificate: compensate,
    update_reservation_baggages: changeBags,
    update_reservation_flights: changeFlights,
    update_reservation_passengers: changePassengers,
  },
}
