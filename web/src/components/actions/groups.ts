// The headings under which palette and help show actions.

/** Makes something new; the header's + offers these too. */
export const CREATE = 'Create'
/** Leads to a page. */
export const GO_TO = 'Go to'
/** About the app itself. */
export const APP = 'Chancery'
/** What a page offers when its actions name no group. */
export const THIS_PAGE = 'This page'
