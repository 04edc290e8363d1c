/* operator copy
 *   meaning  z = x, halo and all, by the device's own copy
 *   reads    1
 *   numbers  -
 *   count    0 */
