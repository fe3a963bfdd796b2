// The texts of the search page.
import { eachType } from '../../lib/kinds.ts'
import { capitalised } from '../../lib/words.ts'

export const texts = {
  title: 'Search',
  field: 'Search names and texts',
  placeholder: 'Words, "exact phrase", -exclude, begin*',
  search: 'Search',
  kinds: 'Kinds',
  everything: 'Everything',
  count: (count: string, more: boolean) => (more ? `${count} or more` : count),
  found: (count: string, query: string) => `${count} ${count === '1' ? 'result' : 'results'} for “${query}”`,
  page: (page: number) => `page ${page}`,
  on: (name: string) => `on ${name}`,
  older: 'Older versions of documents too',
  version: (version: number, current: number) => `version ${version}, not the current one (${current})`,
  more: 'Show more',
  begin: 'Search names and texts',
  beginLead:
    'Searches everything you can see: matters, contracts, the text of files, tasks, messages and emails. Every word must be found. Use "quotation marks" for an exact phrase, -word to exclude one, begin* for words that begin so.',
  nothing: (query: string) => `Nothing found for “${query}”`,
  nothingLead: 'Try fewer or shorter words, or the beginning of a word with * after it.',
  one: {
    File: 'File',
    ...eachType(({ one }) => capitalised(one)),
    Task: 'Task',
    Message: 'Message',
    StatusMessage: 'Status message',
    Mail: 'Email',
    Party: 'Counterparty',
  },
  types: {
    File: 'Files',
    ...eachType(({ many }) => capitalised(many)),
    Task: 'Tasks',
    Message: 'Messages',
    StatusMessage: 'Status messages',
    Mail: 'Emails',
    Party: 'Counterparties',
  },
} as const
