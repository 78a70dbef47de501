import { dictionary } from '@zxcvbn-ts/language-common'
import { REPLACEMENT } from '../../../../schemas/api/names.ts'

const MIN_LENGTH = 8
const MAX_LENGTH = 128
/** Shorter user ids are not compared with the password. */
const MIN_ID_LENGTH = 4
/** Repetitions of so few characters are common. */
const MAX_REPEATED_LENGTH = 4
/** Shorter words with digits and symbols around them are not common. */
const MIN_WORD_LENGTH = 4

/** The most common passwords, in lower case, and the names of this product. */
const common: ReadonlySet<string> = new Set([
  ...dictionary['passwords-common'],
  'dashboard',
  'bidashboard',
  'bi-dashboard',
])

const UNREADABLE = `The password must not contain ${REPLACEMENT}, which replaces unreadable characters.`
const TOO_COMMON = 'This password is too common. Please choose another one.'
const OF_CONTEXT =
  'The password must not consist of words of this portal or its user. Please choose another one.'

interface Context {
  readonly getProductName: () => string
  readonly reports: unknown
  readonly datasets?: unknown
}

/** Lists the texts of a portal whose words others would try as a password: its name, and all in its definitions. */
export function listContextTexts({ getProductName, reports, datasets }: Context): string[] {
  const texts = ['traffic portal dashboard', getProductName()]
  JSON.stringify([reports, datasets], (_key, value: unknown) => {
    if (typeof value === 'string') texts.push(value)
    return value
  })
  return texts
}

/** Returns the error of a new password as a sentence for the user, or null. It must not consist of words of the texts. */
export function validatePassword(
  password: string,
  userId: string,
  texts: readonly string[] = [],
): string | null {
  const { length } = Array.from(password)
  if (length < MIN_LENGTH || length > MAX_LENGTH) return 'The password must have 8 to 128 characters.'
  if (password.includes(REPLACEMENT)) return UNREADABLE
  const plain = password.normalize('NFKC').toLowerCase()
  const id = trimNonLetters(userId.normalize('NFKC').toLowerCase())
  if (id.length >= MIN_ID_LENGTH && trimNonLetters(plain) === id)
    return 'The password must not be the User ID.'
  if (common.has(plain) || isPattern(plain) || isVariation(plain)) return TOO_COMMON
  return consistsOf(plain, [userId, ...texts]) ? OF_CONTEXT : null
}

/** Says whether all letters of a text, also if it is respelled, are words of other texts. */
function consistsOf(plain: string, texts: readonly string[]): boolean {
  const all = texts.join(' ').normalize('NFKC')
  const letters = [...(all.match(/\p{L}+/gu) ?? []), ...(all.match(/\p{Lu}?\p{Ll}+/gu) ?? [])]
  const words = new Set(letters.map((word) => word.toLowerCase()).filter((word) => word.length >= 3))
  return [plain, replaceSpellings(trimNonLetters(plain))].some((text) => {
    const parts = text.match(/\p{L}+/gu) ?? []
    return parts.length > 0 && parts.every((part) => isSplit(part, (piece) => words.has(piece)))
  })
}

/** Says whether a text is a common password, repeated, respelled (`p@ssw0rd`) or within digits and symbols. */
function isVariation(plain: string): boolean {
  const cores = [plain, findRepeatedUnit(plain)].flatMap((text) => [
    trimSymbols(text),
    trimNonLetters(text),
    replaceSpellings(text),
    trimNonLetters(replaceSpellings(text)),
    replaceSpellings(trimNonLetters(text)),
  ])
  return cores.some((core) => {
    const unit = findRepeatedUnit(core)
    return unit.length >= MIN_WORD_LENGTH && common.has(unit)
  })
}

/** Says whether a text is a short repetition or consists of keyboard walks only. */
function isPattern(plain: string): boolean {
  const unit = findRepeatedUnit(plain)
  return (unit.length < plain.length && unit.length <= MAX_REPEATED_LENGTH) || isWalk(unit) || isWalks(plain)
}

const trimNonLetters = (plain: string): string => plain.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

const trimSymbols = (plain: string): string => plain.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')

/** Characters that are written for letters, and those letters in the same order. */
const SPELLINGS = '@431!0$57'
const SPELLED = 'aaeiiosst'

const replaceSpellings = (plain: string): string =>
  Array.from(plain, (character) => SPELLED[SPELLINGS.indexOf(character)] ?? character).join('')

/** Finds the shortest text whose repetition is this one; the text itself if there is none. */
function findRepeatedUnit(text: string): string {
  const length = (text + text).indexOf(text, 1)
  return length > 0 ? text.slice(0, length) : text
}

/** Lines of neighbouring keys and letters; a part of one, in either direction, is no secret. */
const keyboardRuns = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]',
  'qwertzuiop',
  'azertyuiop',
  "asdfghjkl;'",
  'qsdfghjklm',
  'zxcvbnm,./',
  'yxcvbnm',
  '!@#$%^&*()_+',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
]

const lines = keyboardRuns.flatMap((walk) => [walk, Array.from(walk).toReversed().join('')])

const isWalk = (part: string): boolean => part.length >= 3 && lines.some((line) => line.includes(part))

const isRun = (part: string): boolean => part.length >= 2 && findRepeatedUnit(part).length === 1

/** Says whether a text can be split into walks of three or more keys and runs of one character. */
const isWalks = (plain: string): boolean => isSplit(plain, (part) => isWalk(part) || isRun(part))

function isSplit(text: string, isPart: (part: string) => boolean): boolean {
  const reached = new Set([0])
  for (let end = 1; end <= text.length; end += 1) {
    if ([...reached].some((start) => isPart(text.slice(start, end)))) reached.add(end)
  }
  return reached.has(text.length)
}
