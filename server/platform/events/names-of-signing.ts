// The names of the events of signing that are only recorded in the history, for event-names.ts.

/** Like the others there: one that has been used must not be renamed. */
export const namesOfSigning = [
  'contract.signature.handedOver',
  'contract.signature.reminded',
  'contract.signature.replaced',
  'contract.signature.unlocked',
  'contract.signedCopy.recorded',
  'contract.signingPacket.made',
  'organisation.signingCertificate.set',
  'organisation.signingService.added',
  'organisation.signingService.changed',
  'organisation.signingService.removed',
  'organisation.signingService.rotated',
  'organisation.timeStampAuthority.removed',
  'organisation.timeStampAuthority.set',
] as const
