import type { AnyRuleId } from './index.ts'

/** Why each rule exists: what would go wrong without it, or what to do. Printed in `docs/reference/rules.md`. */
export const ruleReasons: Readonly<Record<AnyRuleId, string>> = {
  'folder-empty':
    'A portal without a report is almost always a wrong folder. Set `REPORTS_DIR` or `--dir`, or write a report by `npm run reports -- new`.',
  'file-extension':
    'Only `.json` files are read. A definition with another extension would be missing from the portal, and nothing would say so. Rename the file, or move it out of the folder.',
  'file-folder':
    'Folders below are not read. A definition in one would be missing from the portal, and nothing would say so. Move it up.',
  'file-read': 'The operating system refused to open the file. Check its permissions.',
  'file-size':
    'A definition is read by people, and every start parses it. A larger file is probably data that belongs into an API.',
  'file-encoding': 'Other encodings would show wrong letters in titles and names. Save the file as UTF-8.',
  'json-syntax':
    'The file cannot be parsed, so nothing else in it can be checked. The message names the first character that is not expected.',
  'json-comment':
    'JSON has no comments, and other programs that read the file would fail. Explain a change in its commit or pull request.',
  'json-comma': 'JSON allows no comma before a closing bracket, and other programs would fail to read it.',
  'json-depth':
    'No key of a definition is nested deeper than a few levels. Deeper nesting is a mistake or an attack.',
  'json-duplicate':
    'Programs disagree on which of two equal keys counts, so one value would be lost without a message.',
  'json-key':
    '`__proto__`, `constructor` and `prototype` have a meaning of their own in JavaScript and could change other objects.',
  'schema-key':
    'A misspelled key would have no effect, and its default would apply instead. The message suggests the nearest known key.',
  'schema-missing': 'The key has no default, because no value would be right for every definition.',
  'schema-type': 'Values are not converted, so that `"9"` and `9` never mean the same by accident.',
  'schema-value':
    'Any other value has no meaning here. The message lists the allowed values or describes the format.',
  'schema-size':
    'An empty list or text shows nothing, and beyond the largest value screens or storage stop working.',
  'schema-path':
    'Without the schema an editor neither completes nor explains. Nothing else depends on it, so this is a warning.',
  'id-file':
    'Files, addresses and recordings are found by the id. With two names for one definition, they could be mixed up.',
  'template-brace':
    'A lone brace is usually a placeholder that is misspelled, and would be shown to users as it is.',
  'template-placeholder':
    'An unknown placeholder would be shown or sent as it is written. The message lists the known ones at this point.',
  'template-filter':
    'An unknown filter would have no effect. The known filters are in the guide to templates.',
  'use-unknown': 'The part would be missing from the screen.',
  'use-cycle': 'Two parts that refer to each other have no content.',
  'use-part': 'The other definition has no such part, so there is nothing to use.',
  'use-unreadable':
    'The part is in a definition that has errors of its own. Fix those first; this one disappears with them.',
  'part-missing':
    'Without one of these four parts a screen has nothing to request or to show. Write it for the report, the tab or the variant.',
  'selector-name':
    'URLs, addresses and templates name a selector, so that two of one name would be one value.',
  'selector-label':
    'The message that a selection is missing lists labels, and a user could not know which control it means.',
  'selector-reserved':
    'The address of the screen or a template already uses the name, so that one of the two values would be lost.',
  'selector-kind': 'A screen has one period. Titles, file names and filled rows depend on it.',
  'selector-month': 'A month, week or quarter without a year is no period.',
  'selector-unused': 'A user would choose a value and see no difference. Send it, or remove the selector.',
  'option-double': 'A user could not know which of two equal options to choose.',
  'option-label': 'A user could not tell the two options apart, and titles would name both alike.',
  'option-value': 'The value is part of a path. Dots, slashes and escapes could lead to another call.',
  'selector-dependency':
    'Selectors are chosen from left to right. Options that depend on a later one could not be requested when their own is reached. Change the order.',
  'default-option': 'Nothing would be chosen at first, as if there were no default.',
  'default-latest':
    'A fixed list does not say which periods have data. Name a URL, such as the endpoint `years` or `months` of a dataset, or the period itself.',
  'option-comma':
    'The API could not know whether a comma is part of a value or separates two. Choose another value, or leave `multiple` out.',
  'param-name':
    'The value that the user chooses, or that the portal provides, would replace the one of the tab.',
  'url-path': 'Such a path could leave the part of the API that the report may call.',
  'url-query': 'Servers disagree on which of two equal parameters counts.',
  'fill-hours': 'The hours to fill are known only for the hours of a chosen date.',
  'fill-days': 'The days to fill are known only for dates of a chosen month, week or quarter.',
  'fill-weeks': 'A year has 52 or 53 weeks, so that the weeks to fill are known only for a chosen year.',
  'fill-months': 'The months to fill are known only if a row is a month.',
  'fill-quarters': 'The quarters to fill are known only if a row is a quarter.',
  'sort-column':
    'A group is any number of columns, and a column that does not exist has no values. Name one column by its id, or `"key"`.',
  'top-unsorted':
    'Without an order the first rows would be those that the API happens to send first. Say by which column: `"sort": { "by": "minutes", "direction": "descending" }`.',
  'rest-label': 'Two rows at the end of the table would have one name, and other values.',
  'fill-range':
    'Months, weeks, quarters and hours are filled for one year or day. In a range over two years, rows of both would be one.',
  'column-id': 'Sums, charts and visible series name a column by its id.',
  'column-label':
    'Legends, toggles and columns of the workbook name a column by its label, and would not be distinguishable.',
  'column-field':
    'The same numbers in two columns are a copy that was not finished, and totals would count them twice.',
  'field-ignored': 'The two contradict each other. Remove the column, or the field from `ignoreFields`.',
  'list-unknown': 'The group would have no columns, because its names are not read from the response.',
  'list-unused': 'Names would be read and not shown. Add the group, or remove the list.',
  'group-second':
    'A group over a list, or over any name, contains every number that is not a column of its own, so a second group would repeat them.',
  'group-label':
    'All columns of the group would have the same heading. Name the parts that differ in braces.',
  'pattern-parts':
    'Without fixed text between two parts, or with two parts of one name, a field name could be split in several ways.',
  'sum-unknown': 'The sum would leave out what it does not find, and be too small.',
  'sum-cycle': 'A sum of itself has no value.',
  'sum-double': 'A column that is added directly and through another sum would count twice.',
  'sum-role':
    'A chart would show the sum beside its parts, and every total of series would count both. Set `"role": "total"`.',
  'sum-unit': 'Minutes and euros have no sum. Sum columns of one unit, and give the sum the same `format`.',
  'operand-unknown': 'The column would be blank in every row.',
  'operand-group':
    'A group has any number of columns, and it would not be clear which of them is meant. Add a column with `"sum": ["regions"]` and refer to that; it may be `"hidden": true`.',
  'operand-cycle': 'A column that is computed from itself has no value.',
  'difference-unit':
    'Minutes minus euros mean nothing. Subtract columns of one unit, and give the difference the same `format`.',
  'share-total':
    'The shares of a mean do not add up to 100%. A share of a difference is allowed if both of its columns are summed.',
  'percent-unit':
    'A unit is written after the number as it is, so 0.985 would be 0.985%. The style writes 98.5%.',
  'change-year':
    'The records of the year before are requested by the same URL, with a year or date that is one year earlier.',
  'total-weights':
    'A weighted mean multiplies each value by that of another column in the same row, such as the answer ratio by the attempts.',
  'total-percent':
    'The sum of percentages means nothing. Say what the total is: `"mean"`, `{ "weightedMean": "attempts" }` or `"none"`.',
  'link-report': 'A click would lead nowhere.',
  'link-screen': 'The report would open another tab or variant than the one that is meant.',
  'link-selector':
    'With a selector missing, or a value that is not offered, the report would open without its table.',
  'series-none': 'Charts draw series only, so every chart of the report would be empty.',
  'chart-type': 'Each type has one button. Remove the second entry.',
  'axis-unit':
    'A line of percentages beside a line of minutes lies on the bottom, and heights of different units cannot be compared.',
  'axis-unknown': 'The second axis would lack a series, which would be drawn in the unit of the first.',
  'chart-unused': 'The setting has no effect. Add the type to `chart.types`, or remove the setting.',
  'visible-unknown': 'The series would stay hidden until a user switches it on.',
  'visible-group': 'The number of visible columns would be counted over nothing.',
  'visible-none': 'Every chart would begin empty, and look like a report without data.',
  'hint-never': 'The hint says that something is hidden, and nothing is.',
  'file-name': 'Operating systems refuse such names, or open the file with the wrong program.',
  'image-name': 'The ending is added by the portal, and operating systems refuse such names.',
  'id-unique': 'Plans, recordings and references are found by the id.',
  'path-unique': 'One address would open two reports.',
  'menu-label': 'Users and administrators could not distinguish two equal menu entries.',
  'menu-order':
    'Of two equal positions the id decides, so that the menu would change when a report is renamed.',
  'permission-unique':
    'A permission that opens one report would open the other one, too. Choose a number that no report uses.',
  'permission-reserved':
    'Users with this right of the portal itself would see the report, and the other way around. The message lists the numbers.',
  'tabs-unique': 'Addresses name a tab by its id, users by its label.',
  'variants-unique': 'Addresses name a variant by its id, users by its label.',
  'screen-double':
    'Two tabs or variants with the same calls show the same records. One of them is a copy that was not finished.',
  'download-server':
    'Without `url` no server is asked for the workbook, so there is no file name or error of a server.',
  'download-url': 'One URL would return JSON and a workbook, and the permission for it would be ambiguous.',
  'download-layout':
    'The server lays the workbook out as the report that names its URL, so one of the two would be wrong.',
  'dataset-id': 'Stored records belong to a dataset by its id.',
  'dataset-field': 'A record would have two values under one key, and one of them would be lost.',
  'dataset-value': 'A record would belong to two values, or a value could not be requested.',
  'dataset-dimension': 'A placeholder of an endpoint would have two meanings.',
  'dataset-when': 'The condition would never be true, and the measure would be missing from all records.',
  'dataset-sum': 'Sums are computed in the order of the measures, and each summand counts once.',
  'dataset-bounds': 'No amount would be accepted.',
  'dataset-group':
    'A list or pattern takes every column of an imported file that is not a measure before it, so nothing can follow.',
  'dataset-response': 'Names beside the records need an object, such as `{ "data": [], "names": [] }`.',
  'dataset-order':
    'Records are sorted before their measures are read, so they can be sorted by key, dimensions and metadata only.',
  'dataset-placeholder': 'A call without one of them would not say which records it is about.',
  'dataset-endpoint':
    'Two handlers for one call would depend on the order of files, and some records could never be requested.',
  'dataset-demo': 'Demo values of an unknown measure, name or value would never appear.',
  'served-url': 'The endpoint returns a workbook, years or months, and the table needs records.',
  'served-options': 'The options would be empty, or not be years where a year is chosen.',
  'served-download': 'The endpoint returns JSON, which cannot be saved as a workbook.',
  'served-dataset': 'The workbook would contain other records than the table.',
  'served-parameter': 'A missing parameter is an error of the API, and so is an unknown one.',
  'served-value': 'The API would answer with an error, or with no records.',
  'served-multiple':
    'The API would reject the request, or the table would show only the last of the records that have one key. `"duplicates": "combine"` adds them up.',
  'served-period': 'The API would reject the period, such as `3-2025` instead of `2025-03`.',
  'served-records': 'The records are not at this path of the response, so the table would be empty.',
  'served-list': 'The names are not at this path of the response, so the group would have no columns.',
  'served-field': 'The column would show zeros, because no record contains the field.',
  'served-pattern': 'The group would have no columns, because no field name matches the pattern.',
  'served-key': 'Rows would have no key, or not be recognized as what they are, such as days or weeks.',
  'served-nowhere':
    'A warning: no dataset of this server has the call. That is right if another server answers it, and a misspelled URL otherwise.',
  'served-name':
    'A warning: names of a list are known only from the data, so the field can exist. It is a mistake if a measure was meant.',
  'api-unreachable':
    'Nothing listens at the address, or the answer took more than 30 seconds. Check the URL and the network.',
  'api-status':
    'Any other status is an error for the portal. 401 and 403 mean the token in `API_TOKEN`, 404 the URL.',
  'api-json': 'The portal reads records and options as JSON only.',
  'api-envelope': 'The portal treats a response without `success: true` as an error and shows its message.',
  'options-missing': 'The selector would have no options. Correct `recordsPath` of its options.',
  'option-unknown':
    'Users choose from the options only, so such a call is never sent. The message suggests the nearest option.',
  'options-field': 'The options would have no value or label. Correct `value` and `label` of the selector.',
  'records-missing': 'The table would show an error. Correct `data.recordsPath`.',
  'records-empty': 'Nothing was verified. Choose a period with records by `--select`.',
  'records-period': 'Rows outside of the chosen period are left out, so the API and the selectors disagree.',
  'key-missing': 'A row without a key cannot be shown. Correct `rows.key.field`.',
  'key-duplicate':
    'With `"duplicates": "error"` such a response is an error message instead of a table. Correct the API, or show the last record of a key by `"duplicates": "last"`.',
  'key-form': 'The row could not be sorted or labelled. Correct `rows.key.kind`, or the API.',
  'field-missing':
    'The column would show zeros. Correct the field; the message suggests the nearest one that was received.',
  'field-type': 'The column would show an error instead of a number.',
  'sum-differs':
    'The column shows the field, and a reader who adds up the other columns gets another number.',
  'list-missing': 'The group would have no columns. Correct `data.listPaths`.',
  'group-empty': 'No received name belongs to the group, so the table would have no such columns.',
  'download-type': 'The browser would save a file that no spreadsheet opens.',
  'download-name': 'Users would get a file of another name than the definition says.',
  'option-empty':
    'A warning: a user who chooses the option sees no data. The value is misspelled, or nothing is stored for it yet.',
  'field-unshown':
    'A warning: a new field of the API is easily overlooked. Add a column for it, or its name to `data.ignoreFields`.',
  'previous-year':
    'A warning: the report loads without them, but the change to the year before is blank. The first year of an API has no year before; choose another one by `--select year=2025`.',
  'records-left-out':
    'A warning: the table uses the last of two records with one key, and a list name that is a column already has no column of its own.',
}
