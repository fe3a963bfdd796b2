// Roles of the WAI-ARIA grid pattern. A table of HTML cannot hold a window on its rows, which are drawn where they
// belong in a track of millions of pixels.

type GridRole = 'grid' | 'row' | 'rowgroup' | 'gridcell' | 'columnheader'

/** The role of an element of a grid. */
export const roleOf = (role: GridRole): { readonly role: GridRole } => ({ role })

/** A row that takes the focus: Tab leads to one of them, and keys from there to the others. */
export const focusableRow = (tabStop: boolean) => ({ ...roleOf('row'), tabIndex: tabStop ? 0 : -1 })
