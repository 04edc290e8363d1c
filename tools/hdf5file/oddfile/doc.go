// Package oddfile makes HDF5 files with what real files hold and simple readers stumble over:
// circles of links, dangling links, big-endian numbers, strings and compounds, empty datasets.
// Tests read them; the command does not import it. Built with the tag hdf5.
package oddfile
