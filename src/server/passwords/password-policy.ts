import { dictionary } from '@zxcvbn-ts/language-common'
import { REPLACEMENT } from '../../../schemas/api/names.ts'

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

/** Returns the error of a new password as a sentence for the user, or null (S9, S89). */
export function validatePassword(password: string, userId: string): string | null {
  const { length } = Array.from(password)
  if (length < MIN_LENGTH || length > MAX_LENGTH) return 'The password must have 8 to 128 characters.'
  if (password.includes(REPLACEMENT)) return UNREADABLE
  const plain = password.normalize('NFKC').toLowerCase()
  const id = trimNonLetters(userId.normalize('NFKC').toLowerCase())
  if (id.length >= MIN_ID_LENGTH && trimNonLetters(plain) === id)
    return 'The password must not be the User ID.'
  return isCommon(plain) ? TOO_COMMON : null
}

function isCommon(plain: string): boolean {
  return common.has(plain) || isPattern(plain) || isVariation(plain)
}

/** Whether a text is a common password that is repeated, respelled (`p@ssw0rd`) or has digits or symbols around it. */
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

/** Whether a text is a short repetition or consists of keyboard walks only. */
function isPattern(plain: string): boolean {
  const unit = findRepeatedUnit(plain)
  return (unit.length < plain.length && unit.length <= MAX_REPEATED_LENGTH) || isWalk(unit) || isWalks(plain)
}

function trimNonLetters(plain: string): string {
  return plain.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}

function trimSymbols(plain: string): string {
  return plain.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}

const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['@', 'a'],
  ['4', 'a'],
  ['3', 'e'],
  ['1', 'i'],
  ['!', 'i'],
  ['0', 'o'],
  ['$', 's'],
  ['5', 's'],
  ['7', 't'],
])

function replaceSpellings(plain: string): string {
  return Array.from(plain, (character) => SPELLINGS.get(character) ?? character).join('')
}

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

function isWalk(part: string): boolean {
  return part.length >= 3 && lines.some((line) => line.includes(part))
}

function isRun(part: string): boolean {
  return part.length >= 2 && findRepeatedUnit(part).length === 1
}

/** Whether a text can be split into walks of three or more keys and runs of one character. */
function isWalks(plain: string): boolean {
  const reached = new Set([0])
  for (let end = 1; end <= plain.length; end += 1) {
    const starts = [...reached]
    const fits = starts.some((start) => isWalk(plain.slice(start, end)) || isRun(plain.slice(start, end)))
    if (fits) reached.add(end)
  }
  return reached.has(plain.length)
}
