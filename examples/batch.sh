#!/bin/sh
# Prints how likely the first side wins each fight of a file: batch.sh fights.txt
fleetodds batch "$1" --engine exact --quiet |
    jq -r '[.line, .sides[0].fleet, .sides[1].fleet, .sides[0].win.probability] | @tsv'
