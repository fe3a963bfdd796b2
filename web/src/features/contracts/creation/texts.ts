// All texts of making a contract that other records do not have.

/** The words of the page that makes a contract. */
export const contractCreationTexts = {
  document: 'Document',
  drop: 'Drop the document here, or choose it',
  dropHint: 'Word or PDF. It becomes the first version.',
  choose: 'Choose a file',
  uploading: (name: string) => `Uploading ${name}…`,
  uploaded: (name: string) => `${name} uploaded`,
  otherFile: 'Choose another file',
  documentNeeded: 'Choose the document.',
  way: 'How would you like to begin?',
  upload: 'Upload a document',
  wizard: 'Answer questions',
  wizardHint: 'The document is drafted as you answer.',
  answers: 'Questions',
  preview: 'Draft document',
  previewHint: 'Missing answers are shown in square brackets.',
  previewUpdating: 'Updating…',
  previewStopped: 'The document shows your earlier answers. Correct what is marked.',
  previewFailed: 'The document could not be shown',
} as const
