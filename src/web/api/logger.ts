/** The levels; a message below the stored level is not logged. */
const LEVELS = { DEBUG: 0, INFO: 1, WARN: 2, ERROR: 3 } as const
type Level = keyof typeof LEVELS

const NONE = 4
const STORAGE_KEY = 'logLevel'

type Logger = Pick<Console, 'debug' | 'info' | 'warn' | 'error'>

const getThreshold = (storage: () => Pick<Storage, 'getItem'>): number => {
  try {
    const stored = storage().getItem(STORAGE_KEY)
    const level = stored === null || stored.trim() === '' ? Number.NaN : Number(stored)
    return Number.isInteger(level) && level >= LEVELS.DEBUG && level <= NONE ? level : LEVELS.INFO
  } catch {
    return LEVELS.INFO
  }
}

/** Returns a logger to the console; the level is read at each message, so that it can be changed on a running page. */
export const createLogger = (out: Logger, storage: () => Pick<Storage, 'getItem'>): Logger => {
  const createMethod =
    (level: Level, method: keyof Logger) =>
    (text: string, ...details: unknown[]): void => {
      if (LEVELS[level] >= getThreshold(storage)) out[method](`[${level}] ${text}`, ...details)
    }
  return {
    debug: createMethod('DEBUG', 'debug'),
    info: createMethod('INFO', 'info'),
    warn: createMethod('WARN', 'warn'),
    error: createMethod('ERROR', 'error'),
  }
}

// The only writer to the browser's console.
export const logger = createLogger(console, () => localStorage)
