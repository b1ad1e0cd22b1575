import type { Chance } from '../base/chance.ts'

/** People of many places, so that no agent's manners towards one kind of name pass for its manners towards all. */
const NAMES: readonly [string, ...string[]] = [
  'Amara Diallo',
  'Arjun Mehta',
  'Astrid Nilsen',
  'Beatriz Moreira',
  'Bongani Dlamini',
  'Chen Yulan',
  'Chloe Bennett',
  'Daniel Kowalski',
  'Elif Kaya',
  'Fatima Zahra Idrissi',
  'Giulia Ferrari',
  'Hannah Vogel',
  'Hiroshi Tanaka',
  'Ibrahim Sesay',
  'Jorge Castillo',
  'Kateryna Bondar',
  "Liam O'Connor",
  'Mei-Ling Wu',
  'Mateusz Zielinski',
  'Ngozi Eze',
  'Oskar Lindqvist',
  'Priya Raman',
  'Rosa Jiménez',
  'Samuel Tetteh',
  'Sofia Papadaki',
  'Tariq Aziz',
  'Thandiwe Moyo',
  'Valentina Rojas',
  'Yara Haddad',
  'Zoltán Szabó',
]

/** A person's name for a card that nobody wrote by hand. */
export const anyName = (chance: Chance): string => chance.pick(NAMES)
