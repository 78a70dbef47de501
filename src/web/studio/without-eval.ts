import { config } from 'zod'

/** The policy of the portal forbids code from texts, which zod would try. Imported before any schema. */
config({ jitless: true })
