// What the dialog of binders says.
export const binderTexts = {
  title: 'Binder and record sheet',
  label: 'Download',
  forms: {
    pdf: {
      label: 'Binder as one PDF',
      description:
        'The agreement with its amendments: records, documents and other files, approvals and signatures, with an index. Files that are no PDF are attached to it.',
    },
    zip: {
      label: 'Binder as an archive',
      description: 'Each file as it is, with the same pages and a list of hashes.',
    },
    sheet: {
      label: 'Record sheet',
      description: 'Facts, approvals and signatures of this contract, without its files, to print.',
    },
  },
  fileName: (name: string, form: 'pdf' | 'sheet') => `${name} - ${form === 'pdf' ? 'binder' : 'record'}.pdf`,
  download: 'Download',
  cancel: 'Cancel',
}
