// The texts of the search page.
export const texts = {
  title: 'Search',
  field: 'Search names and texts',
  placeholder: 'Words, "a phrase", -without, begin*',
  search: 'Search',
  kinds: 'Kinds',
  everything: 'Everything',
  count: (count: string, more: boolean) => (more ? `${count} or more` : count),
  found: (count: string, query: string) => `${count} found for “${query}”`,
  page: (page: number) => `page ${page}`,
  on: (name: string) => `on ${name}`,
  more: 'Show more',
  begin: 'Search names and texts',
  beginLead:
    'In everything you may see: matters, contracts, the text of files, tasks, messages and mails. All words must be there; "a phrase" in quotation marks, -word leaves out, begin* finds beginnings.',
  nothing: (query: string) => `Nothing found for “${query}”`,
  nothingLead: 'Try fewer or shorter words, or the beginning of a word with * after it.',
  types: {
    File: 'Files',
    Matter: 'Matters',
    Contract: 'Contracts',
    Task: 'Tasks',
    Message: 'Messages',
    StatusMessage: 'Status messages',
    Mail: 'Mails',
    Party: 'Other parties',
  },
} as const
