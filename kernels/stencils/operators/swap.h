/* operator swap
 *   meaning  the two names exchange their contents; nothing is copied
 *   reads    0
 *   writes   2
 *   numbers  -
 *   count    0
 *   options  none */
