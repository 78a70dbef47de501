import { z } from 'zod'
import { listOf } from './answer.ts'

/** The years that a report has records of, latest first (spec §3 "Year list response"). */
export const YearList = listOf(z.int())
