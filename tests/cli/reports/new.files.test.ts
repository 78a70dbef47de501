import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDrafts } from '../../support/draft-file.ts'
import { createEmptyFolder } from '../../support/folder.ts'
import { put } from '../../support/run-data.ts'

const folder = createEmptyFolder()
const drafts = createDrafts(folder)
const { datasetsDir, dir, clear, read: written } = drafts
beforeEach(clear)

const draft = (text: string, ...options: readonly string[]) =>
  drafts.draft(put(folder, 'table.csv', text), ...options)
const bring = (text: string, ...options: [draft?: readonly string[], import?: readonly string[]]) =>
  drafts.bring(put(folder, 'table.csv', text), ...options)

/** Small files as operators have them, and the totals that they have. */
const files: Readonly<Record<string, { text: string; totals: object; new?: string[]; import?: string[] }>> = {
  'subtotals between names': {
    text: 'Month,Carrier,Minutes\n2025-03,A,10\n2025-03,B,20\n2025-03,Subtotal West,30\n2025-03,C,5\n2025-03,All carriers,35\n',
    totals: { minutes: 35 },
  },
  'an Italian total': {
    text: 'Data;Cliente;Minuti\n2025-03-01;A;5\n2025-03-01;B;6\nTotale complessivo;;11\n',
    totals: { minuti: 11 },
  },
  'a Polish total': {
    text: 'Data;Klient;Minuty\n2025-03-01;A;5\n2025-03-02;B;6\nRazem;;11\n',
    totals: { minuty: 11 },
  },
  'subtotals without a name that have a rate': {
    text: 'Period;Carrier;Minutes;Rate\nJan 25;A;10;0,01\nJan 25;B;20;0,03\nJan 25;;30;0,0233\nFeb 25;A;5;0,01\nFeb 25;B;6;0,03\nFeb 25;;11;0,0209\n',
    totals: { minutes: 41, rate: 0.08 },
    new: ['--read', 'totals=leave-out'],
  },
  'French subtotals of months': {
    text: 'Mois;Client;Minutes\n2025-03;A;5\n2025-03;B;6\nSous-total mars;;11\n2025-04;A;7\n2025-04;B;1\nSous-total avril;;8\n',
    totals: { minutes: 19 },
  },
  'a Chinese total, and a footnote': {
    text: 'Date,Carrier,Minutes\n2025-03-01,A,5\n2025-03-02,B,6\n合计,,11\n(1) without roaming\n',
    totals: { minutes: 11 },
  },
  'names in other capitals, once they are the same': {
    text: 'Date,Carrier,Minutes\n2025-03-01,Dune,1\n2025-03-02,DUNE,1\n2025-03-02,Cedar,1\n',
    new: ['--read', 'capitals=same'],
    totals: { minutes: 3 },
  },
  'names with other hyphens, once they are the same': {
    text: 'Date,Carrier,Minutes\n2025-03-01,A-1,1\n2025-03-02,A\u20131,1\n2025-03-02,Cedar,1\n',
    new: ['--read', 'capitals=same'],
    totals: { minutes: 3 },
  },
  'hours as ranges, and of clocks in French': {
    text: 'Date,Heure,Calls\n2025-03-17,00-01,1\n2025-03-17,01:00:00 - 01:59:59,2\n2025-03-17,14h00,4\n2025-03-17,15h,8\n',
    totals: { calls: 15 },
  },
  'currencies of several letters': {
    text: 'Data;Cliente;Receita\n17/03/2025;A;R$ 1.234,50\n18/03/2025;B;R$ 3,00\n',
    totals: { receita: 1237.5 },
  },
  'currencies of India': {
    text: 'Date,Customer,Revenue\n17/03/2025,A,"₹ 1,00,000.50"\n18/03/2025,B,₹ 3\n',
    totals: { revenue: 100_003.5 },
  },
  'telephone numbers, whatever their heading is': {
    text: 'Date,Subscriber,Minutes\n2025-03-17,2348031234567,5\n2025-03-17,2348031234568,6\n',
    totals: { minutes: 11 },
  },
  'the filters of a report below the table': {
    text: 'Day,Carrier,Minutes\n2025-03-17,A,5\n2025-03-18,A,6\n,,\n"Applied filters:\nYear is 2025",,\n',
    totals: { minutes: 11 },
  },
  'notes above and below the table': {
    text: '# exported 2025-03-04\n# by billing, unit 7\nDate,Minutes\n2025-03-01,1.5\n2025-03-02,2\n# end of file,\nSource: billing,\n',
    totals: { minutes: 3.5 },
  },
  'a first line that says how cells are separated': {
    text: 'sep=;\nDate;Trunk Group;Attempts;Answered;ASR\n13/03/2025;0071;100;60;0,600\n14/03/2025;0071;110;55;0,500\n13/03/2025;0072;50;10;0,200\n14/03/2025;0072;0;0;\nTotal;;260;125;0,481\n',
    totals: { attempts: 260, answered: 125 },
  },
  'headings behind a comment sign': {
    text: '#Date,Minutes\n2025-03-01,1.5\n2025-03-02,2\n',
    totals: { minutes: 3.5 },
  },
  'a total in another language, with signs around it': {
    text: 'Date,Carrier,Minutes\n2025-03-01,A,1\n2025-03-01,B,2\n2025-03-02,A,4\n,=== Somme ===,7\n',
    totals: { minutes: 7 },
  },
  'errors of a spreadsheet where there is no rate': {
    text: 'Date,Calls,Share\n2025-03-01,1,0.5\n2025-03-02,0,#DIV/0!\n2025-03-03,1,\\N\n',
    totals: { calls: 2, share: 0.5 },
  },
  'hours named HE, by their end': {
    text: 'Date,HE,Attempts\n03/17/2025,1,5\n03/17/2025,2,6\n03/17/2025,24,7\n',
    new: ['--read', 'hours=end'],
    totals: { attempts: 18 },
  },
  'hours of four digits': {
    text: 'Date,Hour,Calls\n2025-03-17,0000,1\n2025-03-17,0100,2\n2025-03-17,2300,4\n',
    totals: { calls: 7 },
  },
  'hours from start to end': {
    text: 'Date,Hour,Calls\n2025-03-17,09:00-10:00,1\n2025-03-17,10:00 - 11:00,2\n2025-03-17,23:00–00:00,4\n',
    totals: { calls: 7 },
  },
  'single calls with the date in another column, by hour': {
    text: 'Date;Time;Carrier;Seconds\n2025-03-01;10:15:30;A;61\n2025-03-01;10:15:31;A;12\n',
    new: ['--period', 'hour'],
    totals: { seconds: 73, records: 2 },
  },
  'names with the signs of a web page, once chosen': {
    text: 'Month,Carrier,Minutes\n2025-03,Smith &amp; Sons,1\n2025-03,T&eacute;l&#233;com,2\n2025-04,Smith & Sons,4\n',
    new: ['--read', 'entities=decode'],
    totals: { minutes: 7 },
  },
  'empty cells beside names, without a column of periods': {
    text: 'Carrier,Country,Minutes,Calls\nA,NG,10,\nB,GH,,5\nC,NG,30,6\nD,KE,5,7\n',
    new: ['--period', 'month'],
    import: ['--period', '2025-03'],
    totals: { minutes: 45, calls: 18 },
  },
  'amounts that come over and over': {
    text: `Month,Carrier,Charge\n${Array.from({ length: 24 }, (_, n) => `2025-0${1 + (n % 6)},C${Math.floor(n / 6)},${n % 2 ? '864.15' : '2592.45'}\n`).join('')}`,
    totals: { charge: 41_479.2 },
  },
  'totals of groups in a later column': {
    text: 'Region,Carrier,Minutes\nNorth,A,10\nNorth,B,20\nNorth,Total,30\nSouth,C,5\nSouth,D,6\nSouth,Total,11\nGrand Total,,41\n',
    new: ['--period', 'month'],
    import: ['--period', '2025-03'],
    totals: { minutes: 41 },
  },
  'a column of totals with a longer heading': {
    text: 'Month,Airtone,Globex,TOTAL MINUTES\n2025-03,1,2,3\n2025-04,4,5,9\n',
    totals: { airtone: 5, globex: 7 },
  },
  'amounts of two currencies': {
    text: 'Month,Carrier,Currency,Amount\n2025-03,A,USD,10\n2025-03,A,NGN,1500\n2025-04,A,USD,5\n',
    totals: { amount: 1515 },
  },
}

describe('files that people have are drafted and imported with the right totals', () => {
  test.each(Object.entries(files))('%s', async (_, file) => {
    const { ran, totals } = await bring(file.text, file.new, file.import)
    expect(ran.err).toBe('')
    expect(totals).toEqual(file.totals)
  })

  test('codes stay texts with their zeros', async () => {
    const { keys, totals } = await bring(
      'Date,Route Code,Prefix,MCCMNC,Minutes\n2025-03-01,0071,00234,62130,1250.5\n2025-03-02,0072,00233,62001,655\n',
    )
    expect(keys).toEqual(['0071/00234/62130 2025-03-01', '0072/00233/62001 2025-03-02'])
    expect(totals).toEqual({ minutes: 1905.5 })
  })

  test.each([
    ['Day,Carrier,Calls\n5/1/26,Dune,1\n', 'month first: 2026-05-01'],
    [
      'Month,Carrier,Minutes,Rate\n2025-03,A,10,0.01\n2025-03,B,20,0.03\n2025-03,,30,0.02\n',
      "a row without 'Carrier', whose amounts are sums of the rows above, can be read in two ways",
    ],
    [
      'Date,Calls,Minutes\n2025-03-01,"1,200","3,450.5"\n2025-03-02,"1,100",2\n',
      `; column "Minutes" has a decimal point: '3,450.5'`,
    ],
    [
      'Month,Carrier,Minutes\n2025-03,C\u00F4te d\u00E2€™Ivoire,1\n2025-03,Dune,2\n',
      "a text that was encoded twice: 'Côte d’Ivoire'",
    ],
    ['Month,Carrier,Minutes\n2025-03,T\uFFFDl\uFFFDcom,1\n', 'has lost a character in another encoding'],
    [
      'Date,Carrier,Minutes\n2025-03-01,A,1\n2025-03-02,B,2\n2025-03-03,C,4\n2025-03-31,Toutes,7\n',
      "'2025-03-31, Toutes', whose amounts are the sums of the rows above,",
    ],
    [
      'Month,Carrier,Minutes\n2025-03,A,1\n2025-03,B,3\n2025-03,Average,2\n',
      "'Average' can be read in two ways",
    ],
    [
      'Day,Carrier,Minutes\n2025-03-01,All,3\n2025-03-01,A,1\n2025-03-01,B,2\n',
      "'All' can be read in two ways",
    ],
    ['Tag;Anrufe\n2025-03-01;5\n2025-03-02;7\nDurchschnitt;6\n', "'Durchschnitt' can be read in two ways"],
    ['Day,Minutes\n2025-03-01,5\n2025-03-02,7\nØ,6\n', "'Ø' can be read in two ways"],
    ['Day  Minutes\n2025-03-01  5\n', 'separate the cells of a row by a comma, semicolon, tab or |'],
    [
      'Datum;Anrufe\nMo 03.03.2025;5\nDi 05.03.2025;6\n',
      `row 3, column "Datum" (A): 'Di 05.03.2025' names another weekday`,
    ],
    [
      'Tag;Anrufe\n2025-03-01;5\n2025-03-02;6\nNetz;11\n',
      `row 4, column "Tag" (A): 'Netz' is not a calendar`,
    ],
    ['2025-03-01,1.5\n2025-03-02,2\n', "row 1: '2025-03-01' is no heading"],
    [
      'Call Time,Carrier,Seconds\n2025-03-01 10:15:30,A,61\n2025-03-01 10:15:30,B,12\n',
      `row 2, column "Call Time" (A): '2025-03-01 10:15:30' is not a full hour or quarter of an hour; choose --period hour or --period day, which counts the rows and adds their amounts up`,
    ],
    [
      'Date,Time,Seconds\n2025-03-01,10:15:30,61\n2025-03-01,10:15:31,12\n',
      "'10:15:30' is not a full hour or quarter of an hour; choose --period hour",
    ],
    [
      'Month,Carrier,Minutes\n2025-03,Smith &amp; Sons,1\n2025-03,Dune,2\n',
      "the signs of a web page: 'Smith & Sons', or the name as it is written; choose --read entities=decode",
    ],
    [
      'Carrier,Jan-25,Feb-25\nA,1,2\nB,4,5\n',
      "row 1: the columns 'Jan-25' (B) to 'Feb-25' (C) are periods; write a row for each name and period below headings such as",
    ],
    [
      'timestamp,calls\n1740787200,1\n1740790800,2\n',
      `row 2, column "timestamp" (A): '1740787200' counts from 1970, and would be added up; write 2025-03-01 00:00Z`,
    ],
    ['Carrier,Minutes\nA,1\nB,2\n', 'choose --period month or --period year'],
    [
      'Date,Calls,Cost\n2025-03-01,1,USD 12.50\n2025-03-02,2,USD 3\n',
      "'USD 12.50' is no number; write the number",
    ],
    [
      'Date,Hour,Calls\n2025-10-26,1,5\n2025-10-26,2,6\n2025-10-26,25,7\n',
      `row 4, column "Hour" (B): '25' is no hour of the clock; if the day on which summer time ends is numbered to 25`,
    ],
    [
      'Date;Calls;Cost\n2025-03-01;1;1.234,50 kr\n2025-03-02;2;9 kr\n',
      "'1.234,50 kr' is no number; write the number without its unit",
    ],
    [
      'Date,Calls,Cost\n2025-03-01,1,Rs. 12.50\n2025-03-02,2,Rs. 3\n',
      "'Rs. 12.50' is no number; write the number without its unit",
    ],
    [
      'S/N,Date,Calls\n1,2025-03-17,1\n2,2025-03-18,2\n3,2025-03-19,2\n',
      'column "S/N" numbers the rows, so that a row would be another record in the next file; leave it out',
    ],
    [
      'Date,Carrier,Calls\n2025-03-17,9,1\n2025-03-18,MTN,2\n',
      `'MTN' is not a number; write 1234.5 or 1,234.50; or choose --dimension "Carrier" if they are names`,
    ],
    [
      'Date;Betrag;S/H\n2025-03-17;5;S\n2025-03-18;6;H\n',
      'column "S/H" says which amounts are subtracted, and all would be added; write a minus',
    ],
    [
      'Date,Measure Names,Measure Values\n2025-03-17,Minutes,5\n2025-03-17,Calls,6\n',
      'column "Measure Names" names amounts of several kinds, which would be added up; export each',
    ],
    [
      'Date,KPI,Value\n2025-03-17,Minutes,5\n2025-03-17,Calls,6\n',
      'column "KPI" names amounts of several kinds',
    ],
    [
      'Date,From,To,Calls\n2025-03-17,00:00,01:00,5\n2025-03-17,01:00,02:00,6\n',
      'column "From" contains times of day; name it Hour if rows are known by them, leave it out',
    ],
    ['Date,Calls,Duration\n2025-03-01,1,90:15\n2025-03-02,2,10:05\n', "'90:15' is no number"],
    ['Date,Calls,Talk Time\n2025-03-01,1,1h 30m\n2025-03-02,2,2h 5m\n', "'1h 30m' is no number"],
    [
      'Week,Calls\n2025-07,5\n2025-08,6\n',
      `column "Week": '2025-07' can be a week or a month; write 2025-W07, or name the column Month`,
    ],
    [
      'Rank,Carrier,Minutes\n1,A,50\n2,B,40\n3,C,30\n4,D,20\n5,E,10\n6,F,5\n',
      'column "Rank" numbers the rows',
    ],
    ['Date,Hour,Calls\n2025-03-01,H00,5\n2025-03-01,H01,6\n', `column "Hour" (B): 'H00' is not a full hour`],
    [
      'Place,Month,Minutes\nMali,2025-03,30\n  Bamako,2025-03,10\n  Kayes,2025-03,20\nChad,2025-03,7\n',
      'names are indented in rows 3, 4: the rows above can be their totals, and would count twice; delete these rows, or choose --read totals=keep',
    ],
    ['Date,Calls,Minutes\n2025-03-01,1,1.2K\n2025-03-02,2,900\n', "'1.2K' is not a number; write 1234.5"],
    [
      'Date,Calls,Minutes\n2025-03-01,1,1.2K\n2025-03-02,2,900\n2025-03-03,2,1.2K\n2025-03-04,2,900\n',
      `row 2, column "Minutes" (C): '1.2K' is no number; write the number`,
    ],
    ['Date,Calls,Minutes\n2025-03-01,1,~1200\n2025-03-02,2,<5\n', "'~1200' is no number; write the number"],
    ['Date,Calls,Sum\n2025-03-01,1,9.00 CR\n2025-03-02,2,2.50 DR\n', "'9.00 CR' is no number; write the"],
    ['Date,Calls,Minutes\n2025-03-01,1,١٢٣\n2025-03-02,2,٤٥\n', "'١٢٣' is no number; write the number"],
    [
      'Date,Calls,Share\n2025-03-01,1,5/10\n2025-03-02,2,5/10\n2025-03-03,2,3/4\n',
      `row 2, column "Share" (C): '5/10' can be a day, a month, or a fraction; write 2025-10-05, 2025-10 or 0.5, or choose --dimension "Share" if they are names`,
    ],
    [
      'Date,Calls,Share\n2025-03-01,1,0.5\n2025-03-02,2,0.5\n2025-03-03,2,3/4\n2025-03-04,2,3/4\n',
      `row 4, column "Share" (C): '3/4' can be a day, a month, or a fraction`,
    ],
  ])('%j stops with the choice that decides', async (text, message) => {
    const { code, out } = await draft(text)
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining(message) as string })
    expect(existsSync(datasetsDir)).toBe(false)
  })
})

describe('the unit of a column is remembered, so that a later number without it is no guess', () => {
  test.each([
    [
      'Date,Calls,Talk\n2025-03-01,5,26:30:00\n',
      'durations=minutes',
      { durations: { talk: 'minutes' } },
      'Date,Calls,Talk\n2025-03-02,5,90\n',
      `row 2, column "Talk" (C): '90' has no hours and minutes, but the dataset remembers durations of this column ("read": { "durations": { "talk": "minutes" } }); write it with hours and minutes`,
    ],
    [
      'Date,Calls,ASR Set\n2025-03-01,5,5%\n',
      'percents=parts',
      { percents: { asrSet: 'parts' } },
      'Date,Calls,ASR Set\n2025-03-02,5,5\n',
      `row 2, column "ASR Set" (C): '5' has no percent sign, but the dataset remembers percents of this column ("read": { "percents": { "asrSet": "parts" } }); write it with a percent sign`,
    ],
  ])('%j', async (text, choice, read, later, message) => {
    const { ran } = await bring(text, ['--read', choice])
    expect(ran.err).toBe('')
    expect(written('datasets').read).toEqual(read)
    const again = await drafts.add(put(folder, 'later.csv', later))
    expect({ code: again.code, out: again.out }).toEqual({
      code: 1,
      out: expect.stringContaining(message) as string,
    })
    const other = await drafts.add(put(folder, 'later.csv', later), '--read', choice)
    expect(other.out).toContain(message)
  })

  test.each([
    ['$2.50', '€1.50', 'USD'],
    ['€2.50', '$1.50', 'EUR'],
    ['R$ 2.50', '₹1.50', 'BRL'],
  ])('amounts of %s are not added to %s', async (first, later, unit) => {
    const head = 'Date,Carrier,Cost'
    await bring(`${head}\n2025-03-01,A,${first}\n`)
    const { out } = await drafts.add(put(folder, 'later.csv', `${head}\n2025-03-02,A,${later}\n`))
    expect(out).toContain(
      `row 2, column "Cost" (C): '${later}' has the sign ${later.slice(0, 1)}, but the amounts of 'cost' are in ${unit}; convert them`,
    )
    const bare = await drafts.add(put(folder, 'later.csv', `${head}\n2025-03-02,A,1.50\n`))
    expect(bare).toMatchObject({ code: 0, err: '' })
  })

  test('and the choice of a file leaves the columns alone that the dataset remembers', async () => {
    const head = 'Date,Calls,Tax,Fee'
    await bring(`${head}\n2025-03-01,5,5%,1\n`, ['--read', 'percents=parts'])
    const both = put(folder, 'later.csv', `${head}\n2025-03-02,5,7%,9%\n`)
    expect((await drafts.add(both)).out).toContain('or write "read": { "percents": { "fee": "points" } }')
    expect((await drafts.add(both, '--read', 'percents=points')).err).toBe('')
    expect(await drafts.list()).toContainEqual({ calls: 5, tax: 0.07, fee: 9 })
  })
})

describe('a workbook', () => {
  const DAY = 45_717
  const build = async (formats: readonly string[], ...rows: (string | number)[][]) => {
    const columns = formats.map((numFmt) => ({ numFmt }))
    return put(folder, 'table.xlsx', Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows, columns }] })))
  }

  test('with times of hours is read by their ends, once chosen; the last one is 24:00', async () => {
    const head = ['Date', 'Hour Ending', 'Calls']
    const path = await build(['yyyy-mm-dd', '[h]:mm', '0'], head, [DAY, 1 / 24, 5], [DAY, 1, 7])
    expect((await drafts.draft(path)).out).toContain(
      "'24:00:00' can be read in two ways: the end of the hour",
    )
    const { ran, keys } = await drafts.bring(path, ['--read', 'hours=end'])
    expect({ err: ran.err, keys }).toEqual({ err: '', keys: ['2025-03-01T00', '2025-03-01T23'] })
  })

  test('with start times beside a date is read by hour', async () => {
    const head = ['Date', 'Start time', 'Calls']
    const path = await build(['yyyy-mm-dd', 'hh:mm', '0'], head, [DAY, 0, 5], [DAY, 13 / 24, 7])
    const { ran, keys } = await drafts.bring(path)
    expect({ err: ran.err, keys }).toEqual({ err: '', keys: ['2025-03-01T00', '2025-03-01T13'] })
  })

  test('with hours beyond a day under a heading of hours is refused', async () => {
    const path = await build(['yyyy-mm-dd', '[h]:mm', '0'], ['Date', 'Hour', 'Calls'], [DAY, 25 / 24, 5])
    await bring('Date,Hour,Calls\n2025-03-01,0,1\n', ['--read', 'hours=start'])
    expect((await drafts.add(path)).out).toContain(`column "Hour" (B): '25:00:00' is not a full hour`)
  })

  test('with durations shows them in its question', async () => {
    const path = await build(['yyyy-mm-dd', '[h]:mm:ss'], ['Date', 'Talk'], [DAY, 1.5])
    expect((await drafts.draft(path)).out).toContain(`(B): '36:00:00' can be read in three ways`)
  })

  test('with a number of an invoice whose last digits a spreadsheet has lost is refused', async () => {
    const path = await build(['yyyy-mm-dd'], ['Date', 'Invoice', 'Amount'], [DAY, 1234567890123456, 5])
    const { out } = await drafts.draft(path)
    expect(out).toContain(`column "Invoice" (B): '1234567890123456' is a number whose last digits are lost`)
  })
})

test('a year and a date of digits are shown as they are written', async () => {
  const { out } = await draft('Year,Month,Minutes\n2025,3,5\n2025,4,6\n')
  expect(out).toMatch(/^Year +period +2025 +0 +2025 +2025 +1$/m)
  clear()
  const hours = await draft('Date,Hour,Calls\n20250301,0000,5\n20250301,0100,6\n')
  expect(hours.out).toMatch(/^Date +period +20250301 +0 +20250301 +20250301 +1$/m)
})

test('a decimal comma is remembered beside a column of whole numbers', async () => {
  await draft('Tag;Anrufe;Minuten\n2025-03-01;5;1,5\n2025-03-02;6;2,25\n')
  expect(written('datasets')).toMatchObject({ read: { decimals: ',' } })
})

test('rates of single calls are asked about before they are added up', async () => {
  const text = 'Call Time,Seconds,Rate\n2025-03-01 10:15:30,61,0.25\n2025-03-01 10:17:30,12,0.5\n'
  const { out } = await draft(text, '--period', 'hour')
  expect(out).toContain('column "Rate" cannot be added up if it is a rate or a level')
  const { ran, keys, totals } = await bring(text, ['--period', 'hour', '--dimension', 'Rate'])
  expect({ err: ran.err, keys, totals }).toEqual({
    err: '',
    keys: ['0.25 2025-03-01T10', '0.5 2025-03-01T10'],
    totals: { seconds: 73, calls: 2 },
  })
})

test('names on a few rows are a dimension, and a line break in a name is said', async () => {
  const { drafted, ran, keys } = await bring('Date,Carrier,Calls\n2025-03-01,"A\nNet",1\n2025-03-02,B,2\n')
  expect(drafted.out).toContain('note: line breaks in cells are read as blanks: row 2')
  expect(ran.out).toContain('note: line breaks in cells are read as blanks: row 2')
  expect(keys).toEqual(['A Net 2025-03-01', 'B 2025-03-02'])
})

test('a telephone number with a plus stays a text', async () => {
  const { keys } = await bring(
    'Date,Caller,Prefix,Calls\n2025-03-01,+2348012345678,+234,5\n2025-03-02,+12025550123,+1,6\n',
  )
  expect(keys).toEqual(['+12025550123/+1 2025-03-02', '+2348012345678/+234 2025-03-01'])
})

describe('the draft that a team wants', () => {
  const carriers = Array.from({ length: 24 }, (_, index) => `Carrier ${index}`)
  const days = ['2025-03-01', '2025-03-02'].flatMap((day) =>
    carriers.map((name, index) => `${day},${name},${index % 2 ? 'IN' : 'OUT'},${index + 10},${index + 5}\n`),
  )
  const text = `Date,Carrier,Way,Attempts,Answered\n${days.join('')}`

  test('a table over the names, the twenty largest and the others, with all of the other dimensions', async () => {
    await draft(text)
    expect(written('reports')).toMatchObject({
      selectors: [{ kind: 'year' }, { kind: 'month' }, { dimension: 'way', label: 'Way' }],
      data: { dataset: 'table' },
      rows: { by: ['carrier'], sort: '-attempts', top: 20, rest: 'Others', total: 'Total' },
    })
    rmSync(dir, { recursive: true })
    rmSync(datasetsDir, { recursive: true })
    await draft(text, '--rows', 'way,carrier')
    expect(written('reports')).toMatchObject({
      rows: { by: ['way', 'carrier'] },
    })
  })

  test('a rate of whole per cent is a quotient too', async () => {
    const text = 'Day,Carrier,Answered,Attempts,ASR %\n2025-03-01,A,400,800,50\n2025-03-02,B,30,100,30\n'
    const { out } = await draft(text)
    expect(out).toContain('"ASR %" is "Answered" divided by "Attempts"; the report computes it')
  })

  test('amounts of two currencies are in rows of their own', async () => {
    await draft(files['amounts of two currencies']?.text ?? '')
    expect(written('datasets')).toMatchObject({ measures: [{ field: 'amount', unit: { from: 'currency' } }] })
    expect(written('reports')).toMatchObject({ rows: { by: ['month', 'currency'] } })
  })

  test('a column of units says the unit of its quantities', async () => {
    const text = 'Date,Service,Volume,Unit\n2025-03-17,Voice,5,min\n2025-03-17,Data,6,GB\n'
    const { ran } = await bring(text)
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(written('datasets')).toMatchObject({ measures: [{ field: 'volume', unit: { from: 'unit' } }] })
    expect(written('reports')).toMatchObject({ rows: { by: ['day', 'unit'] } })
  })

  test('rates are quotients of the columns beside them if the values say so, and money has its unit', async () => {
    const { out } = await draft(
      'Month,Carrier,Attempts,Answered,ASR,Cost USD\n2025-03,A,10000,9000,0.90,5.5\n2025-03,B,100,10,0.10,1\n2025-03,C,50,5,0.10,1\n',
    )
    expect(out).toContain('"ASR" is "Answered" divided by "Attempts"; the report computes it')
    expect(written('reports')['columns']).toEqual([
      { field: 'attempts', label: 'Attempts' },
      { field: 'answered', label: 'Answered' },
      { field: 'costUSD', label: 'Cost USD', format: { unit: 'USD' }, role: 'total' },
      { value: 'answered / attempts', id: 'asr', label: 'ASR' },
    ])
  })
})

test('the first and last month of the profile are in the order of time', async () => {
  const { out } = await draft('Month,Day,Minutes\nMar-25,3/17/2025,1\nApr-25,4/1/2025,2\nJan-26,1/2/2026,3\n')
  expect(out).toMatch(/^Month +\S+ +Mar-25, Apr-25 +0 +Mar-25 +Jan-26 +3$/m)
  expect(out).toMatch(/^Day .* 3\/17\/2025 +1\/2\/2026 +3$/m)
})

test('texts such as 1/2 are names once chosen, and codes without a question', async () => {
  const port = await bring('Date,Port,Calls\n2025-03-01,1/2,1\n2025-03-01,3/4,2\n', ['--dimension', 'Port'])
  expect(port.keys).toEqual(['1%2F2 2025-03-01', '3%2F4 2025-03-01'])
  clear()
  const trunk = await bring('Date,Trunk Id,Calls\n2025-03-01,1/2,1\n2025-03-01,3/4,2\n')
  expect(trunk.keys).toEqual(['1%2F2 2025-03-01', '3%2F4 2025-03-01'])
})

test('a time in the last millisecond of a day is shown on its day', async () => {
  const formats = [{ numFmt: 'yyyy-mm-dd hh:mm' }]
  const rows = [
    ['Day', 'Calls'],
    [45_723.999_999_98, 5],
    [45_724, 6],
  ]
  const book = await writeXlsx({ sheets: [{ name: 'A', rows, columns: formats }] })
  const { out } = await drafts.draft(put(folder, 'table.xlsx', Buffer.from(book)))
  expect(out).toMatch(/^Day .* 2025-03-07 23:59:59\.998 +2025-03-08 +2$/m)
})

test.each([
  [
    'Minutes,Seconds\n',
    ['2,120', '10.5,630'],
    '"Minutes" and "Seconds" are one time in two units; leave one',
  ],
  ['Talk Min,Talk Sec\n', ['2,65', '10,545'], '"Talk Min" and "Talk Sec" are one time in two units'],
  [
    'Minutes,Seconds\n',
    ['2,5', '10,59'],
    '"Seconds" is less than 60 in each row; if it is what "Minutes" leaves',
  ],
])('columns of one time are unsure, and said: %j', async (head, rows, note) => {
  const { out } = await draft(
    `Date,Calls,${head}${rows.map((row, at) => `2025-03-0${at + 1},7,${row}\n`).join('')}`,
  )
  expect(out).toContain(`note: ${note}`)
  expect(out.match(/ amount, unsure /g)).toHaveLength(2)
})

test('counts have no decimals in the dataset, so that a later fraction is refused', async () => {
  await bring('Date,Answered Calls,Minutes\n2025-03-01,5,60\n')
  expect(written('datasets')['measures']).toEqual([
    { field: 'answeredCalls', label: 'Answered Calls', decimals: 0 },
    { field: 'minutes', label: 'Minutes' },
  ])
  expect(written('reports')['columns']).toEqual([
    { field: 'answeredCalls', label: 'Answered Calls' },
    { field: 'minutes', label: 'Minutes', format: { decimals: 0 } },
  ])
  const later = put(folder, 'later.csv', 'Date,Answered Calls,Minutes\n2025-03-02,5.5,60.25\n')
  expect((await drafts.add(later)).out).toContain("'5.5' has more decimals than 0")
})

test('addresses of the internet are names, and coordinates are no amounts', async () => {
  const text = 'Date,Host,Latitude,Calls\n2025-03-01,10.0.0.1,6.45,1\n2025-03-02,10.0.0.2,9.07,2\n'
  const { keys, totals } = await bring(text)
  expect(keys).toEqual(['10.0.0.1/6.45 2025-03-01', '10.0.0.2/9.07 2025-03-02'])
  expect(totals).toEqual({ calls: 3 })
})

test('a growth of 0.1 is no quotient of columns that come near by its rounding', async () => {
  const { out } = await draft(
    'Month,Minutes,Growth,Lost\n2025-01,100,0.1,5\n2025-02,110,0.1,6\n2025-03,121,0.1,7\n',
  )
  expect(out).not.toContain('divided by')
  expect(out).toContain("the total of 'Growth' is the mean")
})

test('indented names count once they are chosen to be records', async () => {
  const text = 'Place,Month,Minutes\nMali,2025-03,30\n  Bamako,2025-03,10\n  Kayes,2025-03,20\n'
  const { totals } = await bring(text, ['--read', 'totals=keep'])
  expect(totals).toEqual({ minutes: 60 })
  const later = put(folder, 'later.csv', text.replaceAll('2025-03', '2025-04'))
  expect(await drafts.add(later, '--read', 'totals=leave-out')).toMatchObject({
    code: 1,
    out: expect.stringContaining('names are indented in rows 3, 4') as string,
  })
})

test('a draft is written beside a report with an error, which is said', async () => {
  const text = 'Date,Minutes\n2025-03-01,5\n2025-03-02,6\n'
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'broken.json'), '{ "id": "broken" }')
  const drafted = await draft(text)
  expect(drafted).toMatchObject({ code: 0 })
  expect(drafted.err).toMatch(/^another definition is left out because of an error: .*broken\.json/m)
  expect(written('reports')).toMatchObject({ id: 'table' })
})
