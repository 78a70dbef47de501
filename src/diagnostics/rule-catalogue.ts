/** The rules that a file must satisfy to be a definition at all. */
export const fileRules = {
  'folder-empty':
    'The folder of reports contains a definition. A portal without a report is almost always a wrong folder. Set `REPORTS_DIR` or `--dir`, or write a report by `npm run reports -- new`.',
  'file-read': 'The file can be read. The operating system refused to open the file. Check its permissions.',
  'file-size':
    'The file has at most 128 KiB. A definition is read by people, and every start parses it. A larger file is probably data that belongs into an API.',
  'file-encoding':
    'The file is UTF-8. Other encodings would show wrong letters in titles and names. Save the file as UTF-8.',
  'json-syntax':
    'The file is plain JSON, without comments and without a comma after the last entry. The file cannot be parsed, so nothing else in it can be checked. Explain a change in its commit.',
  'json-depth':
    'Objects and lists are nested at most 40 deep. No key of a definition is nested deeper than a few levels. Deeper nesting is a mistake or an attack.',
  'json-duplicate':
    'An object has each key once. Programs disagree on which of two equal keys counts, so one value would be lost without a message.',
  'json-key':
    'No key is a reserved name of JavaScript. `__proto__`, `constructor` and `prototype` have a meaning of their own in JavaScript and could change other objects.',
  'schema-key':
    'Every key is one of the schema. A misspelled key would have no effect, and its default would apply instead. The message suggests the nearest known key.',
  'schema-missing':
    'Every required key is present. The key has no default, because no value would be right for every definition.',
  'schema-type':
    'Every value has the type that the schema requires. Values are not converted, so that `"9"` and `9` never mean the same by accident.',
  'schema-value':
    'Every value is an allowed one, or has the required format. Any other value has no meaning here. The message lists the allowed values or describes the format.',
  'schema-size':
    'Texts, lists and numbers are within their limits. An empty list or text shows nothing, and beyond the largest value screens or storage stop working.',
  'id-file':
    'A definition is named as its file. Files, addresses and recordings are found by the id. With two names for one definition, they could be mixed up.',
  unique:
    'What names or orders something does so alone: ids, paths, labels, positions in the menu, permissions, values of a list. Programs know two things of one id as one. People cannot tell two of one label apart. Permissions of one number open each other.',
} as const

export const reportRules = {
  'template-brace':
    'Braces enclose placeholders only. A lone brace is usually a placeholder that is misspelled, and would be shown to users as it is.',
  'template-placeholder':
    'A template names declared placeholders only. An unknown placeholder would be shown or sent as it is written. The message lists the known ones at this point.',
  'template-filter':
    'A filter is one of the known ones, and a part of a date is of what chooses a date. Any other filter would have no effect. The known filters are in the guide to templates.',
  'use-unknown':
    'A reference names another definition that exists, and a part that it has. The part would be missing from the screen. Two parts that refer to each other have no content.',
  'part-missing':
    'Each screen has selectors, data, rows and columns. Without one of these four parts a screen has nothing to request or to show. Write it for the report, the tab or the variant.',
  'selector-period':
    'There is at most one year selector, and one of month, week and quarter beside it; a date is alone. A screen has one period: titles, file names and filled rows depend on it. A month, week or quarter without a year is no period.',
  'selector-reserved':
    'A selector does not have a name that addresses or templates use. The address of the screen or a template already uses the name, so that one of the two values would be lost.',
  'selector-unused':
    'What is chosen is sent: each URL names each selector. A user would choose a value and see no difference. Send it, or remove the selector.',
  'option-value':
    'A fixed value cannot step out of a path: dots, slashes and escapes could lead to another call. Where several can be chosen it has no comma, or the API could not know whether one separates two values.',
  'selector-dependency':
    'Options depend on selectors before their own only. Selectors are chosen from left to right. Options that depend on a later one could not be requested when their own is reached. Change the order.',
  'default-option':
    'What is chosen at first is one of the fixed options, or the latest period of a request. A fixed list does not say which periods have data. Name a URL, such as the endpoint `years` or `months` of a dataset, or the period itself.',
  'param-name':
    'A parameter of a tab does not have the name of a selector or of a built-in placeholder. The value that the user chooses, or that the portal provides, would replace the one of the tab.',
  'url-path':
    'A URL stays below the base, and its query names each parameter once. A path with dots, escapes or empty parts could leave the part of the API that the report may call. Servers disagree on which of two equal parameters counts.',
  'rows-filled':
    'Rows are filled with the periods of their key within a chosen period. The rows to fill are known only then: hours of a date, days of a month, week or quarter, weeks of a year. Of a range of dates only days are filled.',
  'sort-column':
    'Rows are sorted by the key or by one column that exists. A group is any number of columns, and a column that does not exist has no values. Name one column by its id, or `"key"`.',
  'dimension-rows':
    'Rows of a key and a dimension are those that have a record, in columns of names of their own. Several rows have one key, so that a chart would draw one point above the other, and which rows are missing is not known.',
  'rows-top':
    'The first rows are shown only of rows that are sorted, and the row of the others has a label of its own. Without an order they would be those that the API happens to send first. Say by which column: `"sort": { "by": "minutes", "direction": "descending" }`.',
  'column-field':
    'A field is shown once. The same numbers in two columns are a copy that was not finished, and totals would count them twice.',
  'pivot-beside':
    'A pivot stands with other columns only where records are combined. Otherwise a row joins several records, and a field would be that of the first one. The column of the other values needs "top".',
  'group-columns':
    'The columns of a group can be found, and differ. A group goes over a list that `data.listPaths` declares, or over names whose parts differ, with fixed text between them. Its label names the parts. A group over any name contains every other field, so it is the only group.',
  'sum-double':
    'A sum counts nothing twice. A column that is added directly and through another sum would count twice.',
  'sum-role':
    'What sums series is a total, not a series. A chart would show the sum beside its parts, and every total of series would count both. Set `"role": "total"`.',
  question:
    'A report that asks a dataset names what the dataset has: its id, its dimensions and measures, or a time by which its records can be grouped. Nothing could be read otherwise.',
  expression:
    'An expression names columns or measures that exist, and calls functions with the operands that they have. Inside functions of records, such as sum and median, names are fields of the records. A group of columns is an operand of add only. A column that is computed from itself has no value.',
  'expression-unit':
    'Values of one unit are added and subtracted, and the result has that unit. Minutes minus euros mean nothing. Combine columns of one unit, and give the result the same `format`.',
  'expression-totals':
    'What is added, subtracted or divided is summed on both sides, or on neither. A sum over a month beside a mean of its days is some thirty times as large, and the total would be, too. Aggregate both alike.',
  'share-total':
    'A share is of a column whose total is the sum of its rows. The shares of a mean do not add up to 100%. A share of a difference is allowed if both of its columns are summed.',
  'percent-unit':
    'A share, a quotient or a change is a percentage by its style, not by the unit "%". A unit is written after the number as it is, so 0.985 would be 0.985%. The style writes 98.5%.',
  'change-year':
    'A change to the year before needs one year or date that is chosen. The records of the year before are requested by the same URL, with a year or date that is one year earlier.',
  'total-percent':
    'Percentages and rates are not added up. The sum of percentages or of prices per minute means nothing. Write a value such as `"mean(asr, attempts)"` or `"max(asr)"`, or `"total": false`.',
  'compare-period':
    'A comparison has an earlier period. Nothing could be shown. The same days need rows of days and a chosen month, week or quarter; before a whole year there is only the year before.',
  'link-report':
    'A link opens a report that exists, with a tab and a variant that it has. A click would lead nowhere, or to another screen.',
  'link-selector':
    'A link sets each selector of the screen that it opens, to a value that is offered. With a selector missing, or a value that is not offered, the report would open without its table.',
  'series-none':
    'Something can be charted. Charts draw series only, and pies, stacked bars and areas only those that are summed, so every chart of the report would be empty.',
  'spec-outside':
    'A specification draws its data and nothing else. It is drawn in the session of every reader, so it cannot load files, open addresses or read other parts of the page. Remove the key.',
  'spec-field':
    'A specification names datasets and fields that exist. A field that does not exist draws nothing. The message lists the fields; a transform creates others by `as`.',
  'spec-compile':
    'Vega-Lite compiles a specification without a warning. A warning is almost always a part that is left out of the chart. The message is that of Vega-Lite.',
  'axis-unit':
    'The values of an axis have one unit. A line of percentages beside a line of minutes lies on the bottom, and heights of different units cannot be compared.',
  range:
    'A range begins below its end: of an axis, and of the amounts that a measure takes. Nothing would be shown or accepted.',
  'condition-column':
    'What a highlight or an alert compares or shades is a column, and its limit a single one. Otherwise nothing would ever stand out, and readers would take that for good news.',
  'condition-limit':
    'A condition distinguishes values: a limit of the same unit that some values pass, a scale from low to high, a reset on the other side of the limit. What always or never holds tells readers nothing.',
  'alert-screen':
    'An alert watches a tab, a variant and values of selectors that its report has, and a period that it can find. It would watch another screen, or none.',
  'limit-percent':
    'A limit of percentages is written as a part of 1. A percentage is stored and computed as a part of 1, so that 95 would be 9,500%, which no value ever reaches.',
  'chart-column':
    'What is said of series and axes names columns that exist. A series would stay hidden or be drawn in the unit of the other axis, and a line would be nowhere.',
  'file-name':
    'A file name has no path and no forbidden characters. That of a workbook ends with .xlsx; an image gets its ending by the portal. Operating systems refuse other names, or open the file with the wrong program.',
  'permission-reserved':
    'A permission id is none of those of the portal itself. Users with this right of the portal itself would see the report, and the other way around. The message lists the numbers.',
  'screen-double':
    'Two screens of a report show different things. Two tabs or variants with the same calls show the same records. One of them is a copy that was not finished.',
  'download-url':
    'A URL returns records or one workbook. The permission for both would be ambiguous, and the server lays the workbook out as the report that names its URL. Share rows and columns by `use`, or use another URL.',
} as const

export const datasetRules = {
  'dataset-dimension':
    'A dimension has an id of its own, which no endpoint uses for something else. A placeholder of an endpoint would have two meanings. Each value has one spelling in a call: no comma where several can be chosen, and a word of its own in a path.',
  'dataset-calendar':
    'A dataset names a calendar that has a file. Its workdays could not be counted. Write the file in `calendars/`, beside the datasets.',
  'dataset-when':
    'A condition names a dimension and its values. The condition would never be true, and the measure would be missing from all records.',
  'dataset-sum':
    'A sum refers to earlier measures, and to each once. Sums are computed in the order of the measures, and each summand counts once.',
  'dataset-expect':
    'An expectation names a measure, and periods of the key: of hours also days. Every file would be refused, or none.',
  'dataset-group':
    'There is at most one list or pattern, and it comes last. A list or pattern takes every column of an imported file that is not a measure before it, so nothing can follow.',
  'dataset-response':
    'The order names fields that are sent before the measures, and a list of names is within records. Records are sorted before their measures are read. Names beside the records need an object, such as `{ "data": [], "names": [] }`.',
  'dataset-placeholder':
    'An endpoint has the placeholders that identify its records, and no others. A call without one of them would not say which records it is about.',
  'dataset-endpoint':
    'Each call belongs to one dataset and to nothing else of the portal, and its records say what it needs. Two handlers for one call would depend on the order of files, and some records could never be requested.',
  'source-code':
    'A code is that of one value of its dimension. A row would belong to two values, or a code would never be read.',
} as const

/** The rules between a report and the dataset that serves its calls. */
export const compatibilityRules = {
  'served-call':
    'The URL of the records is the list of a dataset, that of a download its download, and options come from its years or months. A year selector needs years. The call would return something else than is needed.',
  'served-dataset':
    'Records and download of a screen are of one dataset. The workbook would contain other records than the table.',
  'served-parameter':
    'A query has each parameter that the endpoint has, and no other. A missing parameter is an error of the API, and so is an unknown one.',
  'served-value':
    'What is sent for a dimension is one of its values. The API would answer with an error, or with no records.',
  'served-multiple':
    'Several values are sent only for a dimension that takes several, and the rows say what becomes of several records of one key. The API would reject the request, or the table would show only the last of the records that have one key. `"duplicates": "combine"` adds them up.',
  'served-period':
    'A period is sent in the format of the endpoint. The API would reject the period, such as `3-2025` instead of `2025-03`.',
  'served-records':
    'The records and the lists of groups are at their paths in the response of the dataset. The table would be empty, or the group would have no columns.',
  'served-field':
    'The field of a column is a measure of the dataset. Otherwise the column would show zeros that no record contains.',
  'served-pattern':
    'The pattern of a group matches measures of the dataset. The group would have no columns, because no field name matches the pattern.',
  'served-key':
    'The key of the rows has field and kind of the key of the dataset. Rows would have no key, or not be recognized as what they are, such as days or weeks.',
} as const

/** Mismatches that may be intended: they are reported as warnings and do not fail the check. */
export const compatibilityWarnings = {
  'served-nowhere':
    'A dataset serves the call; if none does, another server has to. A warning: no dataset of this server has the call. That is right if another server answers it, and a misspelled URL otherwise.',
  'served-name':
    'A field that no measure has may still be a name of the list of the dataset. A warning: names of a list are known only from the data, so the field can exist. It is a mistake if a measure was meant.',
  'alert-selector':
    'An alert says a value for each selector without a default. A warning: it watches the first option only, and readers would expect all of them. Name the option in `selectors`.',
  'period-unknown':
    'How much of a period longer than a day has records is known only of a dataset of this server. A warning: a period that has just begun would look like a collapse. Define its dataset, or compare nothing: an alert without `change`, a tile with `"compare": "none"`.',
  'summed-records':
    'A median is of records that are no sums. A warning: with `"repeated": "add"` a record is the sum of several rows of a file, so its median, percentile or deviation is that of sums, not of calls. Name the sums that are meant, such as `median(each(day, minutes))`, or leave it out.',
  'quotient-records':
    'A quotient counts the same records above and below. A warning: a product with a joined measure leaves out records without a joined record. A divisor that counts these makes the quotient too low. Write `mean(rates.rate, minutes)` in place of `sum(minutes * rates.rate) / minutes`, or `"rows": "both"`.',
} as const

export const dashboardRules = {
  'dashboard-view':
    'A tile shows a report that exists, with a tab, columns, a chart, values and a period that it has. The tile would stay empty, or show another number than the one meant. A figure is compared only if its report has a row of totals.',
  'dashboard-tile': 'Each tile has an id of its own. Errors, workbooks and images name tiles by it.',
  'dashboard-permission':
    'The right of a dashboard is its own. With a number that a report or the portal uses, one right would open two things.',
} as const

const scheduleRules = {
  'schedule-view':
    'A schedule sends a report or dashboard that exists, with a tab, period, chart and alerts that it has, at a time of a zone that exists. Nothing could be sent, or something else than is written here.',
} as const

/** The rules that an API must satisfy for a definition to work with it. */
const apiRules = {
  'api-unreachable':
    'Every call is answered. Nothing listens at the address, or the answer took more than 30 seconds. Check the URL and the network.',
  'api-status':
    'Every call is answered with 200. Any other status is an error for the portal. 401 and 403 mean the token in `API_TOKEN`, 404 the URL.',
  'api-json': 'What is not a file is JSON. The portal reads records and options as JSON only.',
  'api-envelope':
    'A response has success: true, and message is a text or absent. The portal treats a response without `success: true` as an error and shows its message.',
  'options-missing':
    'The list of options is where the selector says. The selector would have no options. Correct `recordsPath` of its options.',
  'options-field':
    'Each option has the fields that the selector names. The options would have no value or label. Correct `value` and `label` of the selector.',
  'records-missing':
    'The records are a list where data.recordsPath says. The table would show an error. Correct `data.recordsPath`.',
  'records-empty':
    'At least one record is present; without records, nothing else can be checked. Nothing was verified. Choose a period with records by `--select`, or write `demo` in the dataset.',
  'records-period':
    'Records are within the requested period. Rows outside of the chosen period are left out, so the API and the selectors disagree.',
  'key-missing':
    'Each record has the key of the rows. A row without a key cannot be shown. Correct `rows.key.field`.',
  'key-duplicate':
    'Each key is in one record, if the rows declare it. With `"duplicates": "error"` such a response is an error message instead of a table. Correct the API, or show the last record of a key by `"duplicates": "last"`.',
  'key-form':
    'Each key is of the kind that the rows declare. The row could not be sorted or labelled. Correct `rows.key.kind`, or the API.',
  'field-missing':
    'Each mapped field is present. The column would show zeros. Correct the field; the message suggests the nearest one that was received.',
  'field-type':
    'Each mapped field is a number, or a text that writes one. The column would show an error instead of a number.',
  'sum-differs':
    'A field that also has a sum contains that sum. Otherwise a reader who adds up what is shown gets another number.',
  'list-missing':
    'Each declared list is present, as a list of texts. The group would have no columns. Correct `data.listPaths`.',
  'group-empty':
    'A group has columns. No received name belongs to the group, so the table would have no such columns.',
  'download-type': 'A download is a workbook. The browser would save a file that no spreadsheet opens.',
  'download-name':
    'A download has the file name of the definition. Users would get a file of another name than the definition says.',
  'source-column':
    'The source has the table and the columns that a dataset names, with types that fit, and the portal can read them. A report of the dataset would show an error.',
} as const

/** What an API returns beside what a definition shows; it may be intended, so it does not fail the command. */
export const apiWarnings = {
  'option-empty':
    'Each option of a list has records. A warning: a user who chooses the option sees no data. The value is misspelled, or nothing is stored for it yet.',
  'field-unshown':
    'Each received field is shown by a column, or ignored by data.ignoreFields. A warning: a new field of the API is easily overlooked. Add a column for it, or its name to `data.ignoreFields`.',
  'previous-year':
    'The year before has records that fit, if a column compares with it. A warning: the report loads without them, but the change to the year before is blank. The first year of an API has no year before; choose another one by `--select year=2025`.',
  'records-left-out':
    'Each received record and name has a row or column of its own. A warning: the table uses the last of two records with one key, and a list name that is a column already has no column of its own.',
} as const

/**
 * Every rule, by the id that ends its diagnostics. The first sentence says what it requires, the others why: what would go
 * wrong without it, or what to do. `reports -- check --explain` prints them.
 */
export const rules = {
  ...fileRules,
  ...reportRules,
  ...datasetRules,
  ...dashboardRules,
  ...scheduleRules,
  ...compatibilityRules,
  ...compatibilityWarnings,
  ...apiRules,
  ...apiWarnings,
}

export type RuleId = keyof typeof rules
export type ApiRule = keyof typeof apiRules
export type ApiWarning = keyof typeof apiWarnings
