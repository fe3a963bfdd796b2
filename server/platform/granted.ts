// The marks that only an access.ts may give. "May see" does not pass where "may change" is asked for; the other way it
// does.

declare const level: unique symbol

export interface MaySee {
  readonly [level]: 'see' | 'contribute' | 'change'
}
/** May add to a record (files, status messages), but not change the record itself. */
export interface MayContribute extends MaySee {
  readonly [level]: 'contribute' | 'change'
}
export interface MayChange extends MayContribute {
  readonly [level]: 'change'
}
