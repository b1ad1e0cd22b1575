import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '../src/base/assert.ts'
import { type Chance, seededChance } from '../src/base/chance.ts'
import { dayNumberOf, isoDateOf } from '../src/base/values/iso-date.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'

/**
 * Writes the bulk records of packs/northline (the cases' own rows stand in records/case-*.csv and are written by hand).
 * Every person, address and parcel is invented; the same seed gives the same files. Run it from build/ after
 * `npx tsdown --filter tools`: `node build/northline-records.js`.
 */
const SEED = 20_260_512
const TODAY = '2026-05-12'
const COUNTS = { customers: 324, withoutOrders: 4, serialClaimants: 12 } as const

type Cell = string | number | boolean | null
type Row = Readonly<Record<string, Cell>>
type Country = 'US' | 'UK' | 'CA'
type Status =
  | 'processing'
  | 'label_created'
  | 'shipped'
  | 'partially_shipped'
  | 'out_for_delivery'
  | 'delivered'
  | 'returned'
  | 'cancelled'

const words = (text: string): readonly [string, ...string[]] => {
  const [first = '', ...others] = text.trim().split(/\s*[,\n]\s*/)
  return [first, ...others]
}

// ---- the shop

const COLOURS = words('black, navy, sand, olive, clay')
const SUITCASE_LINES = words(
  'Meridian, Solstice, Harbour, Kestrel, Fjord, Basalt, Lumen, Cairn, Halyard, Atlas',
)
const BACKPACK_LINES = words('Alder, Tern, Drift, Juniper, Cairn, Fjord, Heron, Lumen')
const SOFT_LINES = words('Meridian, Drift, Juniper, Harbour, Alder, Tern')
const ACCESSORIES =
  words(`Leather Luggage Tag 35, Passport Wallet 65, Cable Pouch 40, Hanging Wash Bag 70, Travel Pillow 55,
  Luggage Strap 30, Combination Lock Set 35, Laundry Bag 25, Shoe Bag Pair 30, Insulated Bottle 45, Compact Umbrella 50,
  Document Folder 60, Silk Eye Mask 40, Merino Travel Blanket 120, Refillable Bottle Set 30, Slim Card Holder 50, Key Fob 25,
  Backpack Rain Cover 35, Wheel Cover Set 30, Suitcase Cover 55, Belt Bag 75, Packable Tote 45, Laptop Sleeve 13 60,
  Laptop Sleeve 16 70, Jewellery Roll 80, Watch Roll 95, Tech Organiser 65, Toiletry Case 85, Pill Case 20, Luggage Scale 35`)

type Product = { readonly row: Row; readonly variants: readonly Row[] }

function shopOf(chance: Chance): readonly Product[] {
  const names: { name: string; category: string; price: number; sizes: readonly string[] }[] = []
  const three = ['small', 'medium', 'large']
  const line = (
    lines: readonly string[],
    kinds: readonly string[],
    category: string,
    prices: readonly number[],
  ) => {
    for (const [index, name] of lines.entries())
      for (const [kind, piece] of kinds.entries())
        names.push({
          name: `${name} ${piece}`,
          category,
          price: (prices[kind] ?? 50) + index * 5,
          sizes: three,
        })
  }
  line(SUITCASE_LINES, ['Carry-On', 'Check-In', 'Trunk'], 'suitcases', [275, 345, 425])
  line(BACKPACK_LINES, ['Daypack', 'Travel Backpack', 'Roll-Top'], 'backpacks', [130, 215, 165])
  line(SOFT_LINES, ['Packing Cube Set', 'Compression Cubes', 'Shoe Cube'], 'packing_cubes', [60, 75, 30])
  line(SOFT_LINES, ['Garment Bag', 'Garment Folder'], 'garment_bags', [180, 85])
  line(SOFT_LINES, ['Weekender', 'Duffel'], 'duffels', [210, 165])
  for (const accessory of ACCESSORIES) {
    const cut = accessory.lastIndexOf(' ')
    const [name, price] = [accessory.slice(0, cut), Number(accessory.slice(cut + 1))]
    names.push({ name, category: 'accessories', price, sizes: ['one size'] })
  }
  return names.map(({ name, category, price, sizes }, index) => {
    const product_id = `P-${String(101 + index)}`
    const [availability, back_on] = stockOf(name, chance)
    const link = `https://northline.example/shop/${name.toLowerCase().replaceAll(' ', '-')}`
    const palette = COLOURS.slice(0, 3 + chance.below(3))
    const variants = sizes.flatMap((size, step) =>
      palette.map((colour) => ({
        sku: `${product_id}-${size === 'one size' ? 'ONE' : size.slice(0, 1).toUpperCase()}-${colour.slice(0, 3).toUpperCase()}`,
        product_id,
        size,
        colour,
        price: price + step * Math.round(price / 50) * 5,
        in_stock: availability === 'in_stock' ? 3 + chance.below(180) : 0,
      })),
    )
    return { row: { product_id, product: name, category, price, availability, back_on, link }, variants }
  })
}

/** What a set in stock is made of, and what the handbook always recommends, is there. */
function stockOf(name: string, chance: Chance): readonly [string, string | null] {
  const roll = chance.next()
  const days = 4 + chance.below(50)
  if (name === 'Kestrel Check-In') return ['sold_out', dayBefore(-days)]
  const isStaple = SETS.some(({ pieces, main_piece, availability }) =>
    availability === 'in_stock' ? String(pieces).includes(name) : main_piece === name,
  )
  if (isStaple || roll > 0.17) return ['in_stock', null]
  return roll > 0.05 ? ['sold_out', dayBefore(-days)] : ['discontinued', null]
}

const SETS: readonly Row[] = [
  [
    'weekend',
    'Friday Set',
    'Harbour Weekender, Harbour Packing Cube Set, Toiletry Case',
    'Harbour Weekender',
    335,
    'in_stock',
  ],
  [
    'business',
    'Monday Set',
    'Meridian Carry-On, Meridian Garment Folder, Tech Organiser',
    'Meridian Carry-On',
    395,
    'in_stock',
  ],
  [
    'family',
    'Whole Crew Set',
    'Atlas Trunk, Kestrel Check-In, two Drift Packing Cube Sets',
    'Atlas Trunk',
    890,
    'sold_out',
  ],
  [
    'long_haul',
    'Twelve Hours Set',
    'Solstice Check-In, Travel Pillow, Merino Travel Blanket',
    'Solstice Check-In',
    480,
    'in_stock',
  ],
  [
    'outdoor',
    'Rain or Shine Set',
    'Cairn Travel Backpack, Backpack Rain Cover, Alder Compression Cubes',
    'Cairn Travel Backpack',
    325,
    'in_stock',
  ],
].map(([trip = '', set_name = '', pieces = '', main_piece = '', price = 0, availability = '']) => ({
  trip,
  set_name,
  pieces,
  main_piece,
  price,
  availability,
  link: `https://northline.example/sets/${String(set_name).toLowerCase().replaceAll(' ', '-')}`,
  main_piece_link: `https://northline.example/shop/${String(main_piece).toLowerCase().replaceAll(' ', '-')}`,
}))

const PROMOS: readonly Row[] = [
  ['PACKLIGHT15', 15, 150, 'active', '2026-06-30'],
  ['WELCOME10', 10, 0, 'active', '2026-12-31'],
  ['SPRING20', 20, 300, 'active', '2026-05-31'],
  ['FAMILY25', 25, 600, 'active', '2026-06-15'],
  ['CUBES5', 5, 50, 'active', '2026-08-31'],
  ['STUDENT12', 12, 100, 'active', '2026-12-31'],
  ['WINTER25', 25, 200, 'expired', '2026-02-28'],
  ['NEWYEAR15', 15, 100, 'expired', '2026-01-15'],
  ['FRIENDS20', 20, 150, 'expired', '2026-04-30'],
  ['EASTER10', 10, 75, 'expired', '2026-04-12'],
].map(([code = '', percent = 0, minimum = 0, state = '', ends_on = '']) => ({
  code,
  percent,
  minimum,
  state,
  ends_on,
}))

// ---- the people

const FIRST =
  words(`Ada, Adrian, Aisha, Amara, Anton, Beatriz, Benedict, Bryony, Callum, Carmen, Cecily, Chidi, Clara, Conrad,
  Daria, Declan, Delphine, Dilip, Edith, Elias, Elspeth, Esme, Farah, Felix, Fiona, Freya, Gareth, Gemma, Giulia, Gwen, Hamza,
  Hannah, Harriet, Hugo, Imogen, Inez, Isaac, Ivy, Jasper, Joanna, Jonah, Kavita, Keir, Lachlan, Leila, Leo, Linnea, Lorcan,
  Maeve, Malik, Marguerite, Mateo, Mina, Moses, Nadia, Niall, Nora, Odette, Oscar, Paloma, Petra, Quentin, Rafael, Renata, Rhys,
  Rosalind, Ruben, Saoirse, Selma, Silas, Soren, Tamsin, Theo, Tobias, Uma, Vera, Vikram, Wilfred, Willa, Yara, Zadie, Zoltan`)
const LAST =
  words(`Abernethy, Achterberg, Adeyinka, Alvarado, Arkwright, Balasubra, Bellweather, Birchall, Blackwood, Bonneville,
  Brannigan, Calloway, Castellan, Chaudry, Cheverton, Cordova, Crosswell, Dalgleish, Delacour, Dunmore, Eastlake, Eklund,
  Fairclough, Fenwright, Forsberg, Galbraithe, Gallimore, Garnett, Goldwater, Greaves, Haddock, Halloran, Hartigan, Holloway,
  Hyndman, Ibarra, Ironside, Jansson, Jephcott, Kalinska, Kesteven, Kirkbride, Lachance, Lindqvist, Lockhart, Loxley, MacAlder,
  Marchetti, Merriweather, Mukherji, Nakagawa, Northcote, Oakhurst, Obuya, Okonjo, Ormonde, Palfrey, Penhallow, Pereira, Pettigrew,
  Quillon, Rainsford, Ravenscar, Redfern, Rosewarne, Sandoval, Sedgewick, Sinclaire, Stavros, Strand, Tavernier, Thackray,
  Tremaine, Umarov, Underhill, Valcourt, Vasquez, Wainscott, Wakefield, Westerby, Whitlock, Wojcik, Yarrow, Zielinska`)
const STREETS =
  words(`Larkspur Avenue, Quarry Lane, Old Mill Road, Juniper Street, Harbour View, Chapel Hill, Orchard Close,
  Ferry Street, Birchwood Drive, Lantern Court, Saddler Row, Canal Walk, Foundry Street, Willow Bend, Granary Road, Cobbler Lane,
  Beacon Street, Rosemary Way, Tannery Yard, Pine Ridge Road, Clover Terrace, Station Parade, Abbey Gardens, Cooper Street`)
const PLACES: Readonly<Record<Country, readonly [Place, ...Place[]]>> = {
  US: [
    ['Portland', 'OR 972##'],
    ['Denver', 'CO 802##'],
    ['Austin', 'TX 787##'],
    ['Asheville', 'NC 288##'],
    ['Duluth', 'MN 558##'],
    ['Savannah', 'GA 314##'],
    ['Boise', 'ID 837##'],
    ['Providence', 'RI 029##'],
    ['Tucson', 'AZ 857##'],
    ['Madison', 'WI 537##'],
    ['Tacoma', 'WA 984##'],
    ['Burlington', 'VT 054##'],
  ],
  UK: [
    ['Leeds', 'LS# #QT'],
    ['Bristol', 'BS# #HD'],
    ['Norwich', 'NR# #LW'],
    ['Glasgow', 'G## #AB'],
    ['Cardiff', 'CF1# #EU'],
    ['Exeter', 'EX# #PJ'],
    ['York', 'YO# #TN'],
  ],
  CA: [
    ['Halifax', 'NS B3H #K#'],
    ['Victoria', 'BC V8W #R#'],
    ['Guelph', 'ON N1G #T#'],
    ['Winnipeg', 'MB R3C #M#'],
    ['Kingston', 'ON K7L #P#'],
    ['Calgary', 'AB T2P #J#'],
  ],
}
type Place = readonly [city: string, code: string]
const COUNTRY_NAMES = { US: 'USA', UK: 'United Kingdom', CA: 'Canada' } as const
const CARRIERS: Readonly<Record<Country, readonly [name: string, prefix: string]>> = {
  US: ['Parcelway', 'PW'],
  UK: ['Swiftmail', 'SM'],
  CA: ['Maple Express', 'MX'],
}
const DOMAINS = words(
  'mailbox.example, postbox.example, inbox.example, fastpost.example, letterbox.example, workmail.example',
)

type Person = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly city: string
  readonly country: Country
  readonly address: string
  readonly since: string
}

function peopleOf(chance: Chance): readonly Person[] {
  const taken = new Set<string>()
  return Array.from({ length: COUNTS.customers }, (_, index) => {
    let [first, last] = [chance.pick(FIRST), chance.pick(LAST)]
    while (taken.has(`${first} ${last}`)) [first, last] = [chance.pick(FIRST), chance.pick(LAST)]
    taken.add(`${first} ${last}`)
    const country = chance.pick<Country>(['US', 'US', 'US', 'UK', 'CA'])
    const city = chance.pick(PLACES[country])[0]
    return {
      id: `C-${String(1001 + index)}`,
      name: `${first} ${last}`,
      email: emailOf(first, last, chance),
      city,
      country,
      address: addressIn(country, city, chance),
      since: dayBefore(30 + chance.below(2600)),
    }
  })
}

/** Names are unique, so are addresses: every pattern holds both names in full, or the surname and the year. */
function emailOf(first: string, last: string, chance: Chance): string {
  const [a, b] = [first.toLowerCase(), last.toLowerCase()]
  const pattern = chance.pick([`${a}.${b}`, `${b}.${a}`, `${a}_${b}`, `${a}${b}${60 + chance.below(40)}`])
  return `${pattern}@${chance.pick(DOMAINS)}`
}

const cityIn = (address: string, country: Country): string =>
  PLACES[country].find(([city]) => address.includes(`, ${city}`))?.[0] ?? ''

function addressIn(country: Country, city: string, chance: Chance): string {
  const code = PLACES[country].find(([name]) => name === city)?.[1] ?? ''
  const digits = code.replace(/#/g, () => String(1 + chance.below(9)))
  const street = `${4 + chance.below(940)} ${chance.pick(STREETS)}`
  return country === 'UK'
    ? `${street}, ${city} ${digits}, UK`
    : `${street}, ${city}, ${digits}, ${COUNTRY_NAMES[country]}`
}

// ---- the orders

type Wish = {
  readonly status: Status
  readonly ordered: number
  readonly delivered: number | null
  readonly silent: number | null
  readonly person: number | null
}

/** So many days ago: ordered, delivered, last scanned. Both sides of every limit of the handbook stand among them. */
function wishes(chance: Chance): readonly Wish[] {
  const wish = (status: Status, ordered: number, more: Partial<Wish> = {}): Wish => ({
    status,
    ordered,
    delivered: null,
    silent: null,
    person: null,
    ...more,
  })
  const many = (n: number, make: (index: number) => Wish): readonly Wish[] =>
    Array.from({ length: n }, (_, index) => make(index))
  const limits = [0, 1, 29, 30, 31, 60, 99, 100, 101, 102, 200, 365, 729, 730, 731, 732]
  const delivered = (ago: number, more: Partial<Wish> = {}) =>
    wish('delivered', ago + 4 + chance.below(5), { delivered: ago, ...more })
  return [
    ...many(72, () => wish('processing', chance.below(3))),
    ...many(52, () => wish('label_created', 1 + chance.below(2))),
    ...many(64, () => wish('shipped', 3 + chance.below(6), { silent: chance.below(3) })),
    ...[5, 6, 7, 7, 8, 8, 9, 11, 14, 19, 26].map((silent) => wish('shipped', silent + 3, { silent })),
    ...many(34, () => wish('partially_shipped', 4 + chance.below(5), { silent: chance.below(3) })),
    ...[7, 8, 10, 13].map((silent) => wish('partially_shipped', silent + 3, { silent })),
    ...many(32, () => wish('out_for_delivery', 5 + chance.below(5), { silent: 0 })),
    ...[...limits, ...limits].map((ago) => delivered(ago)),
    ...many(130, () => delivered(chance.below(31))),
    ...many(70, () => delivered(31 + chance.below(70))),
    ...many(46, () => delivered(101 + chance.below(640))),
    ...many(COUNTS.serialClaimants * 4, (index) =>
      delivered(12 + chance.below(300), { person: index % COUNTS.serialClaimants }),
    ),
    ...many(40, () => {
      const ago = 20 + chance.below(120)
      return wish('returned', ago + 5, { delivered: ago })
    }),
    ...many(38, () => wish('cancelled', 2 + chance.below(200))),
  ]
}

type Order = {
  readonly row: Row
  readonly lines: readonly Row[]
  readonly payments: readonly Row[]
  readonly shipment: Row | null
  readonly scans: readonly Row[]
}

function ordersOf(people: readonly Person[], shop: readonly Product[], chance: Chance): readonly Order[] {
  const sorted = [...wishes(chance)].sort((a, b) => b.ordered - a.ordered)
  const buyers = people.length - COUNTS.withoutOrders // the last few only signed up
  let next = COUNTS.serialClaimants
  return sorted.map((wish, index) => {
    const turn = wish.person ?? (next < buyers ? next++ : chance.below(buyers))
    const person = people[turn]
    assert(person !== undefined, `there is no person ${turn}`)
    return orderOf({ wish, person, shop, number: 20_001 + index }, chance)
  })
}

type Placing = {
  readonly wish: Wish
  readonly person: Person
  readonly shop: readonly Product[]
  readonly number: number
}

function orderOf(placing: Placing, chance: Chance): Order {
  const { wish, person, number } = placing
  const order_id = `NL-${number}`
  const lines = linesOf(placing, order_id, chance)
  const subtotal = lines.reduce((sum, line) => sum + Number(line.unit_price) * Number(line.quantity), 0)
  const isGift = chance.hits(0.08)
  const promo = chance.hits(0.18) ? chance.pick(['WELCOME10', 'PACKLIGHT15', 'STUDENT12', 'FRIENDS20']) : null
  const percent = Number(PROMOS.find(({ code }) => code === promo)?.percent ?? 0)
  const discount = Math.round(subtotal * percent) / 100
  const shipping = subtotal >= 100 ? 0 : 9.5
  const total = Math.round((subtotal - discount + shipping) * 100) / 100
  const address = isGift
    ? addressIn(person.country, chance.pick(PLACES[person.country])[0], chance)
    : person.address
  const hasLeft = !['processing', 'label_created', 'cancelled'].includes(wish.status)
  const shipped = hasLeft ? Math.max(wish.ordered - 2, wish.delivered ?? 0, wish.silent ?? 0) : null
  const [carrier, prefix] = CARRIERS[person.country]
  const tracking_no = hasLeft ? `${prefix}${40_000_000 + number * 37}` : null
  const parcel = {
    tracking_no,
    order_id,
    carrier,
    city: cityIn(address, person.country),
    shipped: shipped ?? 0,
    wish,
  }
  const { shipment, scans } = hasLeft ? parcelOf(parcel, chance) : { shipment: null, scans: [] }
  const row = {
    order_id,
    customer_id: person.id,
    status: wish.status,
    ordered_on: dayBefore(wish.ordered),
    shipped_on: shipped === null ? null : dayBefore(shipped),
    delivered_on: wish.delivered === null ? null : dayBefore(wish.delivered),
    tracking_no,
    address,
    country: person.country,
    subtotal,
    discount,
    shipping,
    total,
    promo_code: promo,
    final_sale: chance.hits(0.06),
    gift: isGift,
  }
  return { row, lines, payments: paymentsOf(row, number, chance), shipment, scans }
}

function linesOf({ shop, wish }: Placing, order_id: string, chance: Chance): readonly Row[] {
  const count =
    wish.status === 'partially_shipped' ? 2 + chance.below(2) : 1 + Math.floor(chance.next() ** 2 * 4)
  const chosen = new Set<Product>()
  while (chosen.size < count) {
    const product = shop[chance.below(shop.length)]
    if (product !== undefined) chosen.add(product)
  }
  return [...chosen].map((product, index) => {
    const variant = product.variants[chance.below(product.variants.length)]
    const isSmall = Number(variant?.price) < 90
    return {
      line_id: `${order_id}-${index + 1}`,
      order_id,
      sku: variant?.sku ?? '',
      title: product.row.product ?? '',
      size: variant?.size ?? '',
      colour: variant?.colour ?? '',
      quantity: isSmall && chance.hits(0.25) ? 2 : 1,
      unit_price: variant?.price ?? 0,
    }
  })
}

type Parcel = {
  readonly tracking_no: string | null
  readonly order_id: string
  readonly carrier: string
  readonly city: string
  readonly shipped: number
  readonly wish: Wish
}
const SPOTS = words(
  'left at the front door, handed to the resident, left in the porch, put into the parcel locker, left with the concierge',
)
const HUBS = words('regional hub, sorting centre, transfer depot, line haul')

/** From the warehouse to the last scan, one scan a day at most, never after today. */
function parcelOf({ tracking_no, order_id, carrier, city, shipped, wish }: Parcel, chance: Chance) {
  const last = wish.delivered ?? wish.silent ?? 0
  const end =
    wish.delivered !== null
      ? { place: city, event: chance.pick(SPOTS) }
      : wish.status === 'out_for_delivery'
        ? { place: city, event: 'with the driver' }
        : { place: city, event: chance.pick(HUBS) }
  const middle = Array.from({ length: Math.max(0, shipped - last - 1) }, (_, index) => shipped - 1 - index)
    .slice(0, 4)
    .map((ago) => ({
      ago,
      place: chance.pick(['North Valley', 'Eastgate', 'Riverside', 'Midland']),
      event: chance.pick(HUBS),
    }))
  const steps = [
    { ago: Math.max(shipped, last), place: 'Northline warehouse', event: 'collected by the carrier' },
    ...middle,
    { ago: last, ...end },
  ]
  const scans = steps.map(({ ago, place, event }, index) => ({
    scan_id: `${tracking_no}-${index + 1}`,
    tracking_no,
    scanned_on: dayBefore(ago),
    place,
    event,
  }))
  const shipment = {
    tracking_no,
    order_id,
    carrier,
    last_scan_on: dayBefore(last),
    last_scan_at: `${end.place}, ${end.event}`,
    expected_on:
      wish.delivered !== null
        ? null
        : dayBefore(wish.status === 'out_for_delivery' ? 0 : -1 - chance.below(4)),
    tracking_link: `https://track.northline.example/${tracking_no}`,
  }
  return { shipment, scans }
}

/** A few orders were charged twice: mostly captured, some only held by the bank, some paid back already. */
function paymentsOf(order: Row, number: number, chance: Chance): readonly Row[] {
  const method = chance.pick(['Visa', 'Mastercard', 'Amex', 'Paywell'])
  const first = {
    payment_id: `PM-${number}A`,
    order_id: order.order_id ?? '',
    amount: order.total ?? 0,
    method,
    status: order.status === 'cancelled' ? 'refunded' : 'captured',
    charged_on: order.ordered_on ?? '',
    second_charge_of: null,
  }
  if (order.status === 'cancelled' || !chance.hits(0.05)) return [first]
  const roll = chance.next()
  const status = roll < 0.55 ? 'captured' : roll < 0.85 ? 'pending' : 'refunded'
  return [first, { ...first, payment_id: `PM-${number}B`, status, second_charge_of: order.order_id ?? '' }]
}

// ---- claims

/** Reported within weeks of a delivery. The first accounts have claimed again and again, a few others once or twice. */
function claimsOf(people: readonly Person[], orders: readonly Order[], chance: Chance): readonly Row[] {
  const claims: Row[] = []
  for (const [index, person] of people.entries()) {
    const theirs = orders.filter(({ row }) => row.customer_id === person.id && row.delivered_on !== null)
    const count =
      index < COUNTS.serialClaimants ? 3 + (index % 2) : chance.hits(0.22) ? 1 + chance.below(2) : 0
    for (const { row } of theirs.slice(0, count)) {
      const ago = daysAgo(String(row.delivered_on))
      const kind = chance.pick(['not_received', 'missing_item', 'wrong_item', 'damaged'])
      claims.push({
        claim_id: `CL-${String(3001 + claims.length)}`,
        customer_id: person.id,
        order_id: row.order_id ?? '',
        kind,
        reported_on: dayBefore(Math.max(0, ago - 1 - chance.below(11))),
        result: chance.hits(0.15) ? 'declined' : kind === 'damaged' ? 'replaced' : 'reshipped',
      })
    }
  }
  return claims
}

function customersOf(
  people: readonly Person[],
  orders: readonly Order[],
  claims: readonly Row[],
): readonly Row[] {
  return people.map((person, index) => {
    const theirs = orders.filter(({ row }) => row.customer_id === person.id)
    const recent = claims.filter(
      (claim) => claim.customer_id === person.id && daysAgo(String(claim.reported_on)) <= 365,
    )
    const first = theirs[0]?.row.ordered_on
    return {
      customer_id: person.id,
      name: person.name,
      email: person.email,
      city: person.city,
      country: person.country,
      member_since: typeof first === 'string' && first < person.since ? first : person.since,
      claims_12m: recent.length,
      under_review: index % 46 === 20, // seven of them, none a serial claimant
      latest_order_id: theirs.at(-1)?.row.order_id ?? null,
    }
  })
}

// ---- writing

function dayBefore(days: number): string {
  return isoDateOf((dayNumberOf(TODAY) ?? 0) - days)
}
function daysAgo(date: string): number {
  return (dayNumberOf(TODAY) ?? 0) - (dayNumberOf(date) ?? 0)
}

function csvOf(rows: readonly Row[]): string {
  const header = Object.keys(rows[0] ?? {})
  const cell = (value: Cell | undefined) => {
    const text = value === null || value === undefined ? '' : String(value)
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return [header, ...rows.map((row) => header.map((column) => row[column]))]
    .map((row) => `${row.map(cell).join(',')}\n`)
    .join('')
}

function main(): void {
  const chance = seededChance(SEED)
  const shop = shopOf(chance)
  const people = peopleOf(chance)
  const orders = ordersOf(people, shop, chance)
  const claims = claimsOf(people, orders, chance)
  const tables: Readonly<Record<string, readonly Row[]>> = {
    customers: customersOf(people, orders, claims),
    orders: orders.map(({ row }) => row),
    order_lines: orders.flatMap(({ lines }) => lines),
    shipments: orders.flatMap(({ shipment }) => (shipment === null ? [] : [shipment])),
    scans: orders.flatMap(({ scans }) => scans),
    claims,
    payments: orders.flatMap(({ payments }) => payments),
    promos: PROMOS,
    products: shop.map(({ row }) => row),
    variants: shop.flatMap(({ variants }) => variants),
    sets: SETS,
  }
  for (const [name, rows] of Object.entries(tables)) {
    writeFileSync(join(packageRoot(), 'packs/northline/records', `${name}.csv`), csvOf(rows))
    process.stdout.write(`${name}: ${rows.length}\n`)
  }
}

main()
