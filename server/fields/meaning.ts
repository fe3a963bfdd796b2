// What a field means for its record, beyond being a value: by it an answer fills what contracts have anyway, and the
// field of another form that means the same.
import type { FieldType } from './field.ts'

export const fieldMeanings = [
  'OtherParty',
  'EffectiveDate',
  'Expiry',
  'RenewalDate',
  'ReviewDate',
  'Value',
  'NoticeMonths',
  'NoticeDays',
] as const
export type FieldMeaning = (typeof fieldMeanings)[number]

/** The types of fields that can have the meaning. */
export const typesOfMeaning: Readonly<Record<FieldMeaning, readonly FieldType[]>> = {
  OtherParty: ['ShortText', 'ContractEntity'],
  EffectiveDate: ['Date'],
  Expiry: ['Date'],
  RenewalDate: ['Date'],
  ReviewDate: ['Date'],
  Value: ['Currency', 'Decimal', 'Slider'],
  NoticeMonths: ['Decimal', 'Slider'],
  NoticeDays: ['Decimal', 'Slider'],
}
