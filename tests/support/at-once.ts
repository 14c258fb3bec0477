/**
 * Test files, or browsers, at once. On two cores, of which some waits leave a sixth idle, three were quicker than two (browser
 * tests 287 s for 314, database tests 153 for 169) and than four (311); more cores were not tried.
 */
export const AT_ONCE = 3
