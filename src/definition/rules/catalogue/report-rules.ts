import { dayParts, type DayPartName, grains, yearParts, type YearPartName } from '../../../time/grains.ts'

type FillRule = `fill-${DayPartName | YearPartName | 'month'}s`

/** The rules of rows that are added for parts of a day or of a year. */
const fillRules = Object.fromEntries([
  ...Object.values(dayParts).map(({ noun, one }) => [
    `fill-${noun}s`,
    `${capitalize(noun)}s are filled only if the key is ${one} and a date is chosen. The ${noun}s to fill are known only for the ${noun}s of a chosen date.`,
  ]),
  ...[grains.month, ...Object.values(yearParts)].map(({ noun, max, hasSameDates }) => [
    `fill-${noun}s`,
    hasSameDates
      ? `${capitalize(noun)}s are filled only if the key is a ${noun}. The ${noun}s to fill are known only if a row is a ${noun}.`
      : `${capitalize(noun)}s are filled only if the key is a ${noun} and a year is chosen. A year has ${max - 1} or ${max} ${noun}s, so that the ${noun}s to fill are known only for a chosen year.`,
  ]),
]) as Readonly<Record<FillRule, string>>

/** The rules past the schema that report definitions must satisfy. */
export const reportRules = {
  'template-brace':
    'Braces enclose placeholders only. A lone brace is usually a placeholder that is misspelled, and would be shown to users as it is.',
  'template-placeholder':
    'A template names declared placeholders only. An unknown placeholder would be shown or sent as it is written. The message lists the known ones at this point.',
  'template-filter':
    'A filter is one of the known ones, and a part of a date is of what chooses a date. Any other filter would have no effect. The known filters are in the guide to templates.',
  'use-unknown': 'A reference names a definition that exists. The part would be missing from the screen.',
  'use-cycle': 'References do not form a cycle. Two parts that refer to each other have no content.',
  'use-part':
    'The referenced definition has the part. The other definition has no such part, so there is nothing to use.',
  'part-missing':
    'Each screen has selectors, data, rows and columns. Without one of these four parts a screen has nothing to request or to show. Write it for the report, the tab or the variant.',
  'selector-name':
    'Each selector has a name of its own. URLs, addresses and templates name a selector, so that two of one name would be one value.',
  'selector-label':
    'Each selector has a label of its own, since messages go by it. The message that a selection is missing lists labels, and a user could not know which control it means.',
  'selector-reserved':
    'A selector does not have a name that addresses or templates use. The address of the screen or a template already uses the name, so that one of the two values would be lost.',
  'selector-kind':
    'There is at most one year selector, and one of month, week and quarter beside it; a date is alone. A screen has one period. Titles, file names and filled rows depend on it.',
  'selector-month':
    'A month, week or quarter selector comes with a year selector. A month, week or quarter without a year is no period.',
  'selector-unused':
    'What is chosen is sent: each URL names each selector. A user would choose a value and see no difference. Send it, or remove the selector.',
  'option-double':
    'A fixed list offers each value once. A user could not know which of two equal options to choose.',
  'option-label':
    'A fixed list shows each label once. A user could not tell the two options apart, and titles would name both alike.',
  'option-value':
    'A fixed value cannot step out of a path. The value is part of a path. Dots, slashes and escapes could lead to another call.',
  'selector-dependency':
    'Options depend on selectors before their own only. Selectors are chosen from left to right. Options that depend on a later one could not be requested when their own is reached. Change the order.',
  'default-option':
    'What is chosen at first is one of the fixed options. Nothing would be chosen at first, as if there were no default.',
  'default-latest':
    'The latest period is known from a request. A fixed list does not say which periods have data. Name a URL, such as the endpoint `years` or `months` of a dataset, or the period itself.',
  'option-comma':
    'A fixed value of which several can be chosen contains no comma. The API could not know whether a comma is part of a value or separates two. Choose another value, or leave `multiple` out.',
  'param-name':
    'A parameter of a tab does not have the name of a selector or of a built-in placeholder. The value that the user chooses, or that the portal provides, would replace the one of the tab.',
  'url-path':
    'A URL stays below the base: no empty part, no dots as a part, no escapes. Such a path could leave the part of the API that the report may call.',
  'url-query':
    'A query names each of its parameters once. Servers disagree on which of two equal parameters counts.',
  ...fillRules,
  'fill-days':
    'Days are filled only if the key is a date and less than a year is chosen. The days to fill are known only for dates of a chosen month, week or quarter.',
  'sort-column':
    'Rows are sorted by the key or by one column that exists. A group is any number of columns, and a column that does not exist has no values. Name one column by its id, or `"key"`.',
  'top-unsorted':
    'The first rows are shown only of rows that are sorted. Without an order the first rows would be those that the API happens to send first. Say by which column: `"sort": { "by": "minutes", "direction": "descending" }`.',
  'combine-total':
    'Records that are combined have a total in every column. What several records of one key say is the total of their column, which `"none"` leaves blank. Say what the total is.',
  'dimension-rows':
    'Rows of a key and a dimension are those that have a record, in columns of names of their own. Several rows have one key, so that a chart would draw one point above the other, and which rows are missing is not known.',
  'rest-label':
    'The row of the remaining rows and the row of totals have different labels. Two rows at the end of the table would have one name, and other values.',
  'fill-range':
    'Of a range of dates only days are filled. Months, weeks, quarters and hours are filled for one year or day. In a range over two years, rows of both would be one.',
  'column-id': 'Each column has an id of its own. Sums, charts and visible series name a column by its id.',
  'column-label':
    'Each column has a label of its own, and so has the first one. Legends, toggles and columns of the workbook name a column by its label, and would not be distinguishable.',
  'column-text':
    'A text is not computed with, charted or highlighted. It has no value that could be added up, drawn or compared. Name a column of numbers.',
  'column-field':
    'A field is shown once. The same numbers in two columns are a copy that was not finished, and totals would count them twice.',
  'list-unknown':
    'A group goes over a list that data.listPaths declares. The group would have no columns, because its names are not read from the response.',
  'pivot-beside':
    'Beside a pivot are other pivots and computed columns only. A row joins several records, so that a field would be shown of one of them, whichever is first.',
  'group-second':
    'A group over a list, or over any name, contains every other field, so it is the only group. A group over a list, or over any name, contains every number that is not a column of its own, so a second group would repeat them.',
  'group-label':
    'The label of a group differs for each of its columns. All columns of the group would have the same heading. Name the parts that differ in braces.',
  'pattern-parts':
    'The named parts of a pattern differ, and fixed text separates them. Without fixed text between two parts, or with two parts of one name, a field name could be split in several ways.',
  'sum-unknown':
    'A sum refers to columns that exist. The sum would leave out what it does not find, and be too small.',
  'sum-cycle': 'A sum does not lead back to itself. A sum of itself has no value.',
  'sum-double':
    'A sum counts nothing twice. A column that is added directly and through another sum would count twice.',
  'sum-role':
    'What sums series is a total, not a series. A chart would show the sum beside its parts, and every total of series would count both. Set `"role": "total"`.',
  'sum-unit':
    'A sum adds values of one unit. Minutes and euros have no sum. Sum columns of one unit, and give the sum the same `format`.',
  'operand-unknown':
    'A computed column refers to columns that exist. The column would be blank in every row.',
  'operand-group':
    'A computed column refers to single columns, not to groups. A group has any number of columns, and it would not be clear which of them is meant. Add a column with `"sum": ["regions"]` and refer to that; it may be `"hidden": true`.',
  'operand-cycle':
    'A computed column does not lead back to itself. A column that is computed from itself has no value.',
  'operand-same':
    'A ratio or a difference is of two columns. Divided by itself or subtracted from itself, every row of a column is the same.',
  'operand-totals':
    'A ratio or a difference is of columns that are both summed, or of which neither is. A sum over a month beside a mean of its days is some thirty times as large, and the total would be, too. Give both columns one kind of total.',
  'difference-unit':
    'A difference is of values of one unit, and has that unit. Minutes minus euros mean nothing. Subtract columns of one unit, and give the difference the same `format`.',
  'share-total':
    'A share is of a column whose total is the sum of its rows. The shares of a mean do not add up to 100%. A share of a difference is allowed if both of its columns are summed.',
  'percent-unit':
    'A share, a ratio or a change is a percentage by its style, not by the unit "%". A unit is written after the number as it is, so 0.985 would be 0.985%. The style writes 98.5%.',
  'change-year':
    'A change to the year before needs one year or date that is chosen. The records of the year before are requested by the same URL, with a year or date that is one year earlier.',
  'total-weights':
    'The weights of a mean are one other column, of numbers that add up. A weighted mean multiplies each value by that of another column in the same row, such as the answer ratio by the attempts.',
  'total-percent':
    'Percentages and rates have a total other than their sum. The sum of percentages or of prices per minute means nothing. Say what the total is: `"mean"`, `{ "weightedMean": "attempts" }` or `"none"`.',
  'link-report': 'A link opens a report that exists. A click would lead nowhere.',
  'link-screen':
    'A link names a tab and a variant that the report has. The report would open another tab or variant than the one that is meant.',
  'link-selector':
    'A link sets each selector of the screen that it opens, to a value that is offered. With a selector missing, or a value that is not offered, the report would open without its table.',
  'series-none':
    'Something can be charted. Charts draw series only, and pies, stacked bars and areas only those that are summed, so every chart of the report would be empty.',
  'chart-type': 'Each chart type is offered once. Each type has one button. Remove the second entry.',
  'axis-unit':
    'The values of an axis have one unit. A line of percentages beside a line of minutes lies on the bottom, and heights of different units cannot be compared.',
  'axis-range': 'The axis of a chart starts below its end. An axis without a range shows nothing.',
  'axis-unknown':
    'The series of the second axis and the columns of lines exist. The second axis would lack a series, which would be drawn in the unit of the first, and a line would be nowhere.',
  'highlight-column':
    'What a highlight compares or shades is a column, and its limit a single one. Otherwise nothing would ever stand out, and readers would take that for good news.',
  'highlight-limit':
    'A highlight can distinguish values: a limit of the same unit, a scale from low to high. A comparison that always or never holds, or one of minutes with percentages, says nothing.',
  'alert-column':
    'What an alert compares is a column, and its limit a single one. Otherwise it would never fire, and readers would take that for good news.',
  'alert-limit':
    'An alert can both fire and end: values and limits of one unit, a limit that some values pass, a reset on the other side of it. What can never or must always hold tells readers nothing.',
  'alert-screen':
    'An alert watches a tab, a variant and values of selectors that its report has, and a period that it can find. It would watch another screen, or none.',
  'alert-double': 'Each alert of a report has an id of its own. By it the server knows which one has fired.',
  'limit-percent':
    'A limit of percentages is written as a part of 1. A percentage is stored and computed as a part of 1, so that 95 would be 9,500%, which no value ever reaches.',
  'chart-unused':
    'What is said of a chart type is said of one that is offered. The setting has no effect. Add the type to `chart.types`, or remove the setting.',
  'visible-unknown':
    'The series shown at first exist. The series would stay hidden until a user switches it on.',
  'visible-group':
    'The group counted at first exists. The number of visible columns would be counted over nothing.',
  'file-name':
    'A file name ends with .xlsx and has no path and no forbidden characters. Operating systems refuse such names, or open the file with the wrong program.',
  'image-name':
    'An image name has no path, no ending and no forbidden characters. The ending is added by the portal, and operating systems refuse such names.',
  'id-unique': 'Each definition has an id of its own. Plans, recordings and references are found by the id.',
  'path-unique': 'Each definition has a route of its own. One address would open two reports.',
  'menu-label':
    'Each definition has a menu label of its own. Users and administrators could not distinguish two equal menu entries.',
  'menu-order':
    'Each definition has a position of its own in the menu. Of two equal positions the id decides, so that the menu would change when a report is renamed.',
  'permission-unique':
    'Each definition has a permission id of its own. A permission that opens one report would open the other one, too. Choose a number that no report uses.',
  'permission-reserved':
    'A permission id is none of those of the portal itself. Users with this right of the portal itself would see the report, and the other way around. The message lists the numbers.',
  'tabs-unique':
    'Each tab has an id and a label of its own. Addresses name a tab by its id, users by its label.',
  'variants-unique':
    'Each variant has an id and a label of its own. Addresses name a variant by its id, users by its label.',
  'screen-double':
    'Two screens of a report show different things. Two tabs or variants with the same calls show the same records. One of them is a copy that was not finished.',
  'download-url':
    'A URL returns records or a workbook, not both. One URL would return JSON and a workbook, and the permission for it would be ambiguous.',
  'download-layout':
    'Definitions that share a download have the same rows and columns. The server lays the workbook out as the report that names its URL, so one of the two would be wrong.',
} as const

function capitalize(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}
