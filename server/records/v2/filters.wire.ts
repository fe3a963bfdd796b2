// What lists of records can be filtered and sorted by beyond what they show.
import { type CollectionProperties, filtered, type Properties } from '../../http/v2/odata-properties.ts'

/** Further properties and collections of a list. */
export interface ListFilters {
  readonly properties: Properties
  readonly collections: CollectionProperties
}

/** What `any` and `all` ask of the people on a record. */
export const memberProperties: Properties = {
  Id: filtered('id'),
  Email: filtered('email'),
  FirstName: filtered('firstName'),
  LastName: filtered('lastName'),
  OrganizationId: filtered('organisationId'),
}
