import { beforeEach, expect, test } from 'vitest'
import { createDrafts } from '../../support/draft-file.ts'
import { createEmptyFolder } from '../../support/folder.ts'
import { put } from '../../support/run-data.ts'

const folder = createEmptyFolder()
const drafts = createDrafts(folder)
beforeEach(drafts.clear)

const bring = (lines: readonly string[], ...options: readonly string[]) =>
  drafts.bring(put(folder, 'table.csv', `${lines.join('\n')}\n`), options)

test.each([
  {
    title: 'hours with a point beside days',
    lines: ['Date,Time,Calls', '2025-03-01,8.00,15', '2025-03-02,9.00,20'],
    keys: ['2025-03-01T08', '2025-03-02T09'],
  },
  {
    title: 'quarters of an hour with a point',
    lines: ['Day;Time;Calls', '2025-03-01;8.15;15', '2025-03-01;8.30;20'],
    keys: ['2025-03-01T08:15', '2025-03-01T08:30'],
  },
  {
    title: 'numbers of weeks beside days',
    lines: ['Date,Week,Calls', '2025-03-01,9,15', '2025-03-03,10,20'],
    keys: ['10 2025-03-03', '9 2025-03-01'],
  },
  {
    title: 'days of a month beside year and month',
    lines: ['Year,Month,Day,Calls', '2025,1,1,15', '2025,2,2,20'],
    keys: ['1 2025-01', '2 2025-02'],
  },
  {
    title: 'hours from 0 to 24',
    lines: ['Date,Hour,Calls', '2025-03-01,0,15', '2025-03-01,24,20'],
    keys: ['0 2025-03-01', '24 2025-03-01'],
  },
  {
    title: 'numbers of customers',
    lines: ['Date,Customer,Calls', '2025-03-01,1001,15', '2025-03-02,1002,20'],
    keys: ['1001 2025-03-01', '1002 2025-03-02'],
  },
  {
    title: 'running numbers',
    lines: ['S/N,Date,Calls', '1,2025-03-01,15', '2,2025-03-02,20'],
    keys: ['1 2025-03-01', '2 2025-03-02'],
  },
  {
    title: 'numbers of rows',
    lines: ['#,Date,Calls', '1,2025-03-01,15', '2,2025-03-02,20'],
    keys: ['1 2025-03-01', '2 2025-03-02'],
  },
  {
    title: 'hours with a German heading',
    lines: ['Datum;Std;Calls', '01.03.2025;0;15', '13.03.2025;23;20'],
    keys: ['2025-03-01T00', '2025-03-13T23'],
  },
  {
    title: 'days below a title with a comma',
    lines: ['Calls, by day', '', 'Date,Prefix,Calls', '2025-03-01,044,15', '2025-03-02,044,20'],
    keys: ['044 2025-03-01', '044 2025-03-02'],
  },
  {
    title: 'texts with the marks of a spreadsheet',
    lines: ["'Date,'Prefix,'Calls", "'2025-03-01,'0071,15", "'2025-03-02,'0072,20"],
    keys: ['0071 2025-03-01', '0072 2025-03-02'],
  },
  {
    title: 'codes that are formulas of a text',
    lines: ['Date,Prefix,Calls', '2025-03-01,"=""0044""",15', "2025-03-02,'044,20"],
    keys: ['0044 2025-03-01', '044 2025-03-02'],
  },
])('$title are not added up', async ({ lines, keys }) => {
  const { ran, totals, keys: read } = await bring(lines)
  expect(ran.code).toBe(0)
  expect(read).toEqual(keys)
  expect(totals).toEqual({ calls: 35 })
})

test('a name that begins with an apostrophe keeps it', async () => {
  const { keys } = await bring(['Date,City,Calls', "2025-03-01,'s-Hertogenbosch,15"])
  expect(keys).toEqual(["'s-Hertogenbosch 2025-03-01"])
})

test('a number that is called time is an amount if an option says so', async () => {
  const { totals } = await bring(['Date,Week,Calls', '2025-03-01,9,15'], '--measure', 'Week')
  expect(totals).toEqual({ week: 9, calls: 15 })
})

test.each([
  {
    title: 'two columns of dates',
    lines: ['Booked on,Travel date,Calls', '2025-02-27,2025-03-01,15', '2025-02-28,2025-03-02,20'],
    message: 'columns "Booked on" and "Travel date" both contain a date; choose --dimension "Travel date"',
  },
  {
    title: 'days without a year',
    lines: ['Date,Calls', 'Mar 25,15', 'Mar 26,20'],
    message: `row 2, column "Date" (A): 'Mar 25' can be a month, or a day without its year`,
  },
  {
    title: 'letters in the hour that occurs twice',
    lines: ['Date,Hour,Calls', '26.10.2025,1:00,15', '26.10.2025,2A,20', '26.10.2025,3:00,20'],
    message: `row 3, column "Hour" (B): '2A' is not a full hour`,
  },
  {
    title: 'letters among numbers of hours',
    lines: ['Date,Hour,Calls', '2025-10-26,3,15', '2025-10-26,3B,20', '2025-10-26,4,20'],
    message: `row 3, column "Hour" (B): '3B' is not a full hour`,
  },
])('$title are refused with what to do', async ({ lines, message }) => {
  const { drafted } = await bring(lines)
  expect(drafted.code).toBe(1)
  expect(drafted.out).toContain(message)
  expect(drafted.out).not.toContain('the day of this hour is unknown')
})

test('of two columns of dates the one that is not called names is the key', async () => {
  const lines = ['Booked on,Travel date,Calls', '2025-02-27,2025-03-01,15', '2025-02-28,2025-03-02,20']
  const { keys } = await bring(lines, '--dimension', 'Booked on')
  expect(keys).toEqual(['2025-02-27 2025-03-01', '2025-02-28 2025-03-02'])
})
