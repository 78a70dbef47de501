/** The rules past the schema that dataset definitions must satisfy. */
export const datasetRules = {
  'dataset-id': 'Each dataset has an id of its own. Stored records belong to a dataset by its id.',
  'dataset-field':
    'Each field of a record has a name of its own. A record would have two values under one key, and one of them would be lost.',
  'dataset-label':
    'Each measure and each text of a record has a label of its own. A file names a measure by its label, and one column cannot be two measures.',
  'dataset-value':
    'Each value of a dimension, and each spelling in a path, is there once. A record would belong to two values, or a value could not be requested.',
  'dataset-dimension':
    'A dimension has an id of its own, which no endpoint uses for something else. A placeholder of an endpoint would have two meanings.',
  'dataset-when':
    'A condition names a dimension and its values. The condition would never be true, and the measure would be missing from all records.',
  'dataset-sum':
    'A sum refers to earlier measures, and to each once. Sums are computed in the order of the measures, and each summand counts once.',
  'dataset-bounds': 'The least value is not above the largest. No amount would be accepted.',
  'dataset-group':
    'There is at most one list or pattern, and it comes last. A list or pattern takes every column of an imported file that is not a measure before it, so nothing can follow.',
  'dataset-response':
    'A list of names is sent beside the records, so that both are within records. Names beside the records need an object, such as `{ "data": [], "names": [] }`.',
  'dataset-order':
    'The order names fields that are sent before the measures. Records are sorted before their measures are read, so they can be sorted by key, dimensions and metadata only.',
  'dataset-placeholder':
    'An endpoint has the placeholders that identify its records, and no others. A call without one of them would not say which records it is about.',
  'dataset-endpoint':
    'Each call belongs to one dataset and to nothing else of the portal, and its records say what it needs. Two handlers for one call would depend on the order of files, and some records could never be requested.',
  'dataset-demo':
    'Demo values name measures, names and values of dimensions that the dataset has. Demo values of an unknown measure, name or value would never appear.',
  'from-dataset':
    'A derived dataset names datasets that exist, and is not computed from itself. Without its source it would have no records.',
  'from-grain':
    'The records of each source can be grouped by the grain, and those of two datasets have keys of one kind. A record would be of no period or of several.',
  'from-dimension':
    'A derived dataset names dimensions and values of its sources, and both of two joined datasets have its dimensions. No record would have such a value.',
  'from-measure':
    'A derived measure names a measure of a source, or an earlier field. It would be missing from all records.',
  'from-unit':
    'A unit of time consists of whole periods of the records. A record would count for two units, or for none.',
  'from-sum':
    'What is added up is a sum, a count, or what is computed from these; a share is of a sum or a count itself. Ratios and means have no sum; compute them from sums instead.',
  'source-key':
    'What a record is about is in columns of the source: the time, and the name if the key is a text. Without a period a read would take all rows of the source.',
  'source-code':
    'A code is that of one value of its dimension. A row would belong to two values, or a code would never be read.',
} as const
