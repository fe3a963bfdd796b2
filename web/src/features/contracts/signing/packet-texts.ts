// The words of a packet to print and sign in ink.
export const packetTexts = {
  open: 'Print to sign in ink',
  title: 'Print to sign in ink',
  lead: (name: string, version: number) =>
    `A PDF with how it is signed, version ${version} of ${name}, and a sheet for the signatures. Afterwards upload the scan as the signed copy, and record who signed.`,
  row: (number: number) => `Signer ${number}`,
  add: 'Add a signer',
  remove: (number: number) => `Remove signer ${number}`,
  name: 'Name',
  party: 'Signs for',
  position: 'Title',
  cancel: 'Cancel',
  make: 'Download the packet',
  fileName: (name: string) => `${name.replace(/\.[^.]{1,8}$/, '')} - to sign.pdf`,
} as const
